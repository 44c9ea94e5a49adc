import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Leaves room to count on from, within the 32 bits of a sequence. */
const FIRST_SEQUENCE = 2 ** 31;

const BYTES = 16;
/** The end of the smallest id of a time. */
const NO_CHANCE = '-0000-0000-000000000000';
/** Chance that is asked for at once: each time costs more than all the rest of an id. */
const IDS_AHEAD = 256;

/**
 * Returns a generator of ids (UUID v7) that sort in the order of their creation. Given a time, the library uses
 * a random number for ids within one millisecond, so the sequence is counted here.
 */
export function createIds(now: () => Date): () => string {
  let msecs = Number.NEGATIVE_INFINITY;
  let seq = 0;
  const chance = new Uint8Array(BYTES * IDS_AHEAD);
  let used = chance.length;
  return () => {
    const current = now().getTime();
    // A clock that is set back does not change the order.
    if (current > msecs) {
      msecs = current;
      seq = randomInt(FIRST_SEQUENCE);
    } else {
      seq += 1;
    }
    if (used === chance.length) {
      randomFillSync(chance);
      used = 0;
    }
    const random = chance.subarray(used, used + BYTES);
    used += BYTES;
    return v7({ msecs, seq, random });
  };
}

/** Returns the smallest id of a time: UUID v7 begin with the time in milliseconds, which is never before 1970. */
export function firstIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${NO_CHANCE}`;
}

export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
}
