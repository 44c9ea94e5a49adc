import type { Endpoint } from '@atrium/contract/endpoint';
import { type AppError, UnavailableError, UnconfirmedError } from '@atrium/host/errors';

/**
 * What a call of a service means that may have begun and brought no response to be used: try again, or, where it may have changed
 * something, a 503 that does not say so. A run of tests is repeated by its id and changes nothing.
 */
export function failedCall({ method, permission }: Endpoint, message: string, cause?: unknown): AppError {
  const isChange = method !== 'GET' && /\.(write|invoke)$/.test(permission ?? '');
  return isChange ? new UnconfirmedError(message, cause) : new UnavailableError(message, 5, cause);
}
