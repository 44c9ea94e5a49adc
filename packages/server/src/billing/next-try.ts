import { RETRY_DAYS } from '@atrium/contract/billing/automatic-payment';

/** When a payment is tried again that has failed so many times; null if it is not. */
export function nextTryOn(firstOn: Date, failedTries: number): Date | null {
  const days = RETRY_DAYS[failedTries - 1];
  return days === undefined ? null : new Date(firstOn.getTime() + days * 86_400_000);
}
