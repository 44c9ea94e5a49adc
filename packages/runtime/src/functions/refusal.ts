import type { RefusalReason } from '@atrium/contract/service-api/functions/refused-requests';
import { type AppError, CallerLeftError, TooManyRequestsError, UnavailableError } from '@atrium/host/errors';

/** A refused request to an address whose error alone doesn't tell the reason. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly error: AppError;

  constructor(reason: RefusalReason, error: AppError) {
    super(error.message);
    this.reason = reason;
    this.error = error;
  }
}

/** Undefined for errors of calls that may have started, and of callers who left. */
export function reasonOf(error: AppError): RefusalReason | undefined {
  if (error instanceof CallerLeftError) return undefined;
  if (error instanceof UnavailableError) return 'UNAVAILABLE';
  if (error instanceof TooManyRequestsError)
    return error.limitName?.endsWith('PerDay') ? 'DAY_LIMIT' : 'RATE_LIMIT';
  switch (error.kind) {
    case 'unauthenticated':
      return 'CREDENTIALS';
    case 'forbidden':
      return 'STOPPED';
    case 'conflict':
      return 'REPEATED';
    case 'tooLarge':
      return 'TOO_LARGE';
    default:
      return undefined;
  }
}
