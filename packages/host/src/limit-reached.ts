import { LIMITS, type LimitName, type LimitReached } from '@atrium/contract/limits/limit';
import { limitReachedText } from '@atrium/contract/limits/limit-text';
import { TooManyRequestsError, UnprocessableError } from './errors.ts';

/** 422 for a limit that fills up, with the limit of the domain, its use and the remedy. */
function limitReached(name: LimitName, limit: number, used: number): UnprocessableError {
  const details: LimitReached = { limitName: name, limit, used };
  return new UnprocessableError(limitReachedText(name, limit, used), { details });
}

/** 429 for a limit whose count begins anew after a while. */
export function limitReachedFor(
  name: LimitName,
  limit: number,
  used: number,
  retryAfterSeconds: number,
): TooManyRequestsError {
  return new TooManyRequestsError(limitReachedText(name, limit, used), retryAfterSeconds, name);
}

/** Throws `limitReached` if the used and the added amount together exceed the limit. */
export function refuseOver(name: LimitName, limit: number | undefined, used: number, added: number): void {
  const allowed = limit ?? LIMITS[name].default;
  if (added > 0 && used + added > allowed) throw limitReached(name, allowed, used);
}
