import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Leaves room to count on from, within the 32 bits of a sequence. */
const FIRST_SEQUENCE = 2 ** 31;

/**
 * Returns a source of ids (UUID v7) that sort in the order of their creation. Told the time, the library takes a random
 * number for what comes within one millisecond; so the sequence is counted here.
 */
export function createIds(now: () => Date): () => string {
  let msecs = Number.NEGATIVE_INFINITY;
  let seq = 0;
  return () => {
    const current = now().getTime();
    // A clock that is set back does not change the order.
    if (current > msecs) {
      msecs = current;
      seq = randomInt(FIRST_SEQUENCE);
    } else {
      seq += 1;
    }
    return v7({ msecs, seq });
  };
}
