import type { Endpoint } from '@atrium/contract/endpoint';
import { missingPermission } from '@atrium/contract/permissions';
import { ForbiddenError } from '../errors.ts';

/** Refuses a call for which its endpoint needs a permission that the caller does not have. The one place that does. */
export function requirePermission(endpoint: Endpoint | undefined, held: readonly string[]): void {
  const needed = endpoint?.permission ?? 'none';
  if (needed !== 'none' && !held.includes(needed)) throw new ForbiddenError(missingPermission(needed));
}
