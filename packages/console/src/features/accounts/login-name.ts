let known = '';

/** Username or e-mail address prefilled in the sign-in form after a registration, a confirmation or a new password. */
export function loginName(): string {
  return known;
}

export function rememberLoginName(name: string): void {
  known = name;
}
