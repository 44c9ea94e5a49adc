import type { Endpoint } from '@atrium/contract/endpoint';

/**
 * Whether a person can allow a call to a page of a service. A page has nothing but what is named for it: what needs no
 * permission is theirs alone. It leaves nothing that goes on when its time has ended.
 */
export function isForPages({
  access,
  permission,
  needsConfirmation,
  isPersonal,
  isLasting,
}: Endpoint): boolean {
  const isNamed = permission !== undefined && permission !== 'none';
  return access === 'AUTHENTICATED' && isNamed && !needsConfirmation && !isPersonal && !isLasting;
}
