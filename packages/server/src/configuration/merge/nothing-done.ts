import type { NothingDone } from '@atrium/contract/configuration/confirm';
import { AppError, CallerLeftError } from '@atrium/host/errors';

/** The same failure, with what tells a caller that nothing came of the submit; for what fails before anything is written. */
export function withNothingDone(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unavailable' || error instanceof CallerLeftError)
    return error;
  const { kind, message, retryAfterSeconds } = error;
  const details: NothingDone = { isNothingDone: true };
  const options = { details, cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return new AppError(kind, message, options);
}
