import type { LogEntry } from '@atrium/contract/audit/log';

/** Name of an actor in the log; `user` is empty for actions of the platform. */
export function loggedUser(user: string): string {
  return user === '' ? 'The platform' : user;
}

/** Both names for an impersonating administrator: `admin as ada`. */
function withImpersonator(user: string, impersonator: string | null): string {
  return impersonator ? `${impersonator} as ${user}` : user;
}

/** Author of a version; without a user it is Atrium's starter configuration. */
export function madeBy({ user, impersonator }: { user: string; impersonator: string | null }): string {
  return withImpersonator(user || 'Atrium', impersonator);
}

export type Acted = Pick<LogEntry, 'user' | 'impersonator' | 'pageServiceId'>;

/** Adds the actual actor: an impersonating user, the pages of a service with a grant, or both. */
export function loggedActor(
  { user, impersonator, pageServiceId }: Acted,
  nameOf: (serviceId: string) => string,
): string {
  const person = withImpersonator(loggedUser(user), impersonator);
  return pageServiceId ? `Pages of ${nameOf(pageServiceId)} for ${person}` : person;
}
