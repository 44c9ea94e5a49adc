/** Upper bounds in milliseconds, each twice the one before; nothing runs longer than the last. */
const BOUNDS = Array.from({ length: 16 }, (_, index) => 0.5 * 2 ** index);

export const DURATION_COUNTS = BOUNDS.length;

/** Returns the place of a duration among the counts. */
export function durationPlace(durationMs: number): number {
  const place = BOUNDS.findIndex((bound) => durationMs <= bound);
  return place === -1 ? BOUNDS.length - 1 : place;
}

/** Estimates how long 95 of 100 calls took at most: between two bounds, calls are taken as evenly spread. */
export function estimateP95(counts: readonly number[]): number | null {
  const wanted = 0.95 * counts.reduce((sum, count) => sum + count, 0);
  if (wanted === 0) return null;
  let below = 0;
  for (const [place, count] of counts.entries()) {
    const high = BOUNDS[place] ?? 0;
    const low = place === 0 ? 0 : high / 2;
    if (below + count >= wanted) return low + ((high - low) * (wanted - below)) / count;
    below += count;
  }
  return BOUNDS.at(-1) ?? null;
}
