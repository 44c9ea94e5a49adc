import { RETRY_DAYS } from '@atrium/contract/billing/automatic-payment';

const DAY_MS = 86_400_000;

/**
 * When a payment is tried again that has failed so many times, last just now; null if it is not. Days that passed while
 * no job ran are left out, so that tries that were missed do not follow each other at once.
 */
export function nextTryOn(firstOn: Date, failedTries: number, now: Date): Date | null {
  const days = RETRY_DAYS.slice(failedTries - 1).map((day) => firstOn.getTime() + day * DAY_MS);
  const next = days.find((day) => day > now.getTime());
  return next === undefined ? null : new Date(Math.max(next, now.getTime() + DAY_MS));
}
