let known = '';

/** The username or e-mail address of whoever just registered, confirmed or chose a password: the sign-in form has it filled in. */
export function loginName(): string {
  return known;
}

export function rememberLoginName(name: string): void {
  known = name;
}
