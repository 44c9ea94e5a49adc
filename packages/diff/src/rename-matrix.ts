import { nameOf, type RenameCandidate, type ScoredPair, type Unpaired } from './rename-pairs.ts';
import { type Fingerprint, fingerprintOf, scoreOf } from './similarity.ts';

/** Git keeps so many of the best sources for each target; when others take them all, the target is new. */
const MAX_SOURCES = 4;

type Candidate<From, To> = ScoredPair<From, To> & { readonly isSameName: boolean };

/**
 * Every deleted file against every added one. The most similar are paired first; among equals, those with the same
 * name.
 */
export function pairBySimilarity<From extends RenameCandidate, To extends RenameCandidate>(
  { deleted, added }: Unpaired<From, To>,
  least: number,
): ScoredPair<From, To>[] {
  const sources = measure(deleted);
  const copiedFromSources = indexPieces(sources);
  const candidates = measure(added).flatMap(({ file: to, fingerprint }) => {
    const copied = copiedFromSources(fingerprint);
    const best: Candidate<From, To>[] = [];
    sources.forEach(({ file: from, fingerprint: other }, index) => {
      const score = scoreOf(fingerprint, other, copied[index] as number, least);
      keepBest(best, { from, to, score, isSameName: nameOf(from) === nameOf(to) });
    });
    return best;
  });
  const used = new Set<RenameCandidate>();
  return candidates.toSorted(compareCandidates).filter(({ from, to, score }) => {
    if (score < least || used.has(from) || used.has(to)) return false;
    used.add(from).add(to);
    return true;
  });
}

/** Replaces the first of the worst in its place: of equals, the order is git's too. */
function keepBest<From, To>(best: Candidate<From, To>[], candidate: Candidate<From, To>): void {
  if (best.length < MAX_SOURCES) {
    best.push(candidate);
    return;
  }
  let worst = 0;
  for (let index = 1; index < MAX_SOURCES; index++) {
    if (compareCandidates(best[index] as Candidate<From, To>, best[worst] as Candidate<From, To>) > 0) {
      worst = index;
    }
  }
  if (compareCandidates(best[worst] as Candidate<From, To>, candidate) > 0) best[worst] = candidate;
}

function compareCandidates(left: Candidate<unknown, unknown>, right: Candidate<unknown, unknown>): number {
  return right.score - left.score || Number(right.isSameName) - Number(left.isSameName);
}

interface Measured<File> {
  readonly file: File;
  readonly fingerprint: Fingerprint;
}

/** Returns the fingerprint of each file that has content. */
function measure<File extends RenameCandidate>(files: readonly File[]): Measured<File>[] {
  return files.flatMap((file) =>
    file.content === undefined ? [] : [{ file, fingerprint: fingerprintOf(file.content) }],
  );
}

/**
 * Number of bytes that a content shares with each source. Computed by piece, because most pairs share next to
 * none: contents without common pieces cost nothing.
 */
function indexPieces(sources: readonly Measured<unknown>[]): (content: Fingerprint) => Float64Array {
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
