import { randomInt } from 'node:crypto';
import { seededRandom } from '../tools/seeded-random.mjs';

/** Seed of the moments of kills. `ATRIUM_KILL_SEED` repeats the moments of an earlier run, which printed its seed. */
export const KILL_SEED = readSeed(process.env['ATRIUM_KILL_SEED']);

function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(2 ** 32);
  if (!/^\d{1,10}$/.test(text)) throw new Error('ATRIUM_KILL_SEED must be a whole number.');
  return Number(text);
}

/** Places of kills in their work, from 0 to 1, in order: one at random in each of `count` equal parts. */
export function killPlaces(count: number, seed = KILL_SEED): number[] {
  console.error(`${count} kills, to be repeated with ATRIUM_KILL_SEED=${seed}`);
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, kill) => (kill + random()) / count);
}
