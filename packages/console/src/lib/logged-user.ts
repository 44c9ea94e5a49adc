/** How the log names who did something; its `user` is empty for what the platform does by itself. */
export function loggedUser(user: string): string {
  return user === '' ? 'The platform' : user;
}
