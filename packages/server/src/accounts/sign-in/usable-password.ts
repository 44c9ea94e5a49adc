export const NOBODYS = `$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether some password is right. */
export function isUsable(passwordHash: string | null): boolean {
  return passwordHash !== null && !passwordHash.endsWith(NOBODYS);
}
