import { type ChangedFlags, flagsOfHunks, type Hunk, hunksOfFlags } from './hunk.ts';
import { firstGroup, moveNext, settleGroup } from './slide-group.ts';

/**
 * A hunk that only inserts or only deletes can often be placed in several positions. Git places it where a hunk of the
 * other side can be too, else as far down as possible; the same choice here keeps our merges equal to git's.
 */
export function slideHunks(hunks: readonly Hunk[], a: Uint32Array, b: Uint32Array): Hunk[] {
  if (hunks.length === 0) return [];
  const flags: ChangedFlags = flagsOfHunks(hunks, a.length, b.length);
  slideSide(a, flags.a, flags.b);
  slideSide(b, flags.b, flags.a);
  return hunksOfFlags(flags);
}

function slideSide(ids: Uint32Array, own: Uint8Array, other: Uint8Array): void {
  const group = firstGroup(own);
  const twin = firstGroup(other);
  for (;;) {
    if (group.end > group.start) settleGroup(ids, own, other, group, twin);
    if (!moveNext(own, group)) return;
    moveNext(other, twin);
  }
}
