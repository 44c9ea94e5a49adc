/**
 * Sums of many functions are gathered for longer: the platform keeps a row for each event, and so gets a hundred in a
 * second at most, unless there are more than thirty thousand sums in five minutes.
 */
const PAUSE_OF_EVENT_MS = 10;
const MAX_GATHERING_MS = 5 * 60_000;

/** Returns how long to gather usage after so many events were sent. */
export function gatheringMs(sentEvents: number, intervalMs: number): number {
  return Math.max(intervalMs, Math.min(sentEvents * PAUSE_OF_EVENT_MS, MAX_GATHERING_MS));
}
