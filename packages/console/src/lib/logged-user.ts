import type { LogEntry } from '@atrium/contract/audit/log';

/** How the log names who did something; its `user` is empty for what the platform does by itself. */
export function loggedUser(user: string): string {
  return user === '' ? 'The platform' : user;
}

/** Both names where an administrator acted as a person: `admin as ada`. */
function withImpersonator(user: string, impersonator: string | null | undefined): string {
  return impersonator ? `${impersonator} as ${user}` : user;
}

/** Who made a version; without a user it is Atrium's starter configuration. */
export function madeBy({
  user,
  impersonator,
}: {
  user: string;
  impersonator?: string | null | undefined;
}): string {
  return withImpersonator(user || 'Atrium', impersonator);
}

export type Acted = Pick<LogEntry, 'user' | 'impersonator' | 'pageServiceId'>;

/** With whoever acted in their name: someone who had signed in as them, the pages of a service that they allowed it, or both. */
export function loggedActor(
  { user, impersonator, pageServiceId }: Acted,
  nameOf: (serviceId: string) => string,
): string {
  const person = withImpersonator(loggedUser(user), impersonator);
  return pageServiceId ? `Pages of ${nameOf(pageServiceId)} for ${person}` : person;
}
