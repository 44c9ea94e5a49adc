import type { RenameCandidate } from './rename-pairs.ts';
import { type Fingerprint, fingerprintOf } from './similarity.ts';

interface Measured<File> {
  readonly file: File;
  readonly fingerprint: Fingerprint;
}

/** Returns the fingerprint of each file that has content. */
export function measure<File extends RenameCandidate>(files: readonly File[]): Measured<File>[] {
  return files.flatMap((file) =>
    file.content === undefined ? [] : [{ file, fingerprint: fingerprintOf(file.content) }],
  );
}

/**
 * How many bytes a content shares with each source. By piece, because most pairs share next to none: what has
 * nothing in common costs nothing.
 */
export function indexPieces(sources: readonly Measured<unknown>[]): (content: Fingerprint) => Float64Array {
  const holders = new Map<number, { readonly index: number; readonly bytes: number }[]>();
  sources.forEach(({ fingerprint }, index) => {
    for (const [hash, bytes] of fingerprint.pieces) {
      const known = holders.get(hash);
      if (known) known.push({ index, bytes });
      else holders.set(hash, [{ index, bytes }]);
    }
  });
  return ({ pieces }) => {
    const copied = new Float64Array(sources.length);
    for (const [hash, bytes] of pieces) {
      for (const holder of holders.get(hash) ?? []) {
        copied[holder.index] = (copied[holder.index] as number) + Math.min(bytes, holder.bytes);
      }
    }
    return copied;
  };
}
