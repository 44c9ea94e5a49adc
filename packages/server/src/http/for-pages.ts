import type { Endpoint } from '@atrium/contract/endpoint';

/**
 * Whether a person can allow a call to a page of a service. Pages have only the permissions granted to them; calls
 * without a permission are reserved to the person. A page must not start anything that outlives its grant.
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
