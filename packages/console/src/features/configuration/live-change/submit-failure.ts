import { ApiError, errorDetails } from '@atrium/contract/api-error';
import type { confirmPull } from '@atrium/contract/configuration/confirm';
import { isOutcomeUnknown } from '../../../api/is-outcome-unknown.ts';

export const UNKNOWN_OUTCOME = 'It is not known whether this was submitted.';
/** Failure text of a rollback, restore or undo. */
export const UNKNOWN_RETURN = 'It is not known whether this was made live.';

/** Failure text of a submit. */
export const submitFailure = (isUnknown: boolean) =>
  isUnknown ? UNKNOWN_OUTCOME : 'Nothing was changed: this service could not be submitted.';

/** Files that changed in the live configuration after they were compared, when that is why a submit failed. */
export function movedFilesOf(error: unknown): readonly string[] | undefined {
  return errorDetails<typeof confirmPull, 'conflict'>(error, 409)?.moved;
}

/**
 * Whether the server confirms that a submit had no effect. Other errors with the same status leave the outcome unknown.
 */
export const isNothingDone = (error: unknown): boolean =>
  errorDetails<typeof confirmPull, 'unavailable'>(error, 503)?.isNothingDone === true;

/**
 * Whether a submit or a return that failed may have been made, or is still going on: the same one is refused then, and
 * names no files.
 */
export const isSubmitUnknown = (error: unknown): boolean =>
  (isOutcomeUnknown(error) && !isNothingDone(error)) ||
  (error instanceof ApiError && error.status === 409 && movedFilesOf(error) === undefined);
