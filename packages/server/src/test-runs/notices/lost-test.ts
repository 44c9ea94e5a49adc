import type { StoredDelivery } from './delivery.repository.ts';

/** A test is tried once, at once: one that waits for longer is waited for by no one, as its job has died. */
const LOST_AFTER_MS = 5 * 60_000;

/** Whether a test of a webhook was never tried, and will hardly be. */
export function isLostTest({ kind, status, createdOn }: StoredDelivery, now: Date): boolean {
  return kind === 'test' && status === 'WAITING' && now.getTime() - createdOn.getTime() > LOST_AFTER_MS;
}
