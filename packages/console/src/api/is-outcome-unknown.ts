import { ApiError } from '@atrium/contract/api-error';

/** Returns whether a failed write may have succeeded: its response was lost, or the server can't tell either. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The same for a write that answers 409 only while the same one is still going on. */
export function isUnknownOrGoingOn(error: unknown): boolean {
  return isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 409);
}
