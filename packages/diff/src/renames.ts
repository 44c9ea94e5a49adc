import { pairBySimilarity } from './rename-matrix.ts';
import {
  pairByName,
  pairIdentical,
  pairsOfName,
  type RenameCandidate,
  type ScoredPair,
  type Unpaired,
} from './rename-pairs.ts';
import { WHOLE_SCORE } from './similarity.ts';

export type { RenameCandidate, Unpaired } from './rename-pairs.ts';

export interface RenameOptions {
  /** Contents less alike are two files; git's `-M`. */
  readonly leastPercent?: number;
  /** If more pairs remain than its square, only names and checksums are compared; git's `diff.renameLimit`. */
  readonly limit?: number;
}

export interface Rename<From, To> {
  readonly from: From;
  readonly to: To;
  /** Similarity in whole percent, truncated like git's. */
  readonly similarityPercent: number;
}

const LEAST_PERCENT = 50;
const LIMIT = 1000;

/**
 * Which deleted file became which added one, as `git diff -M` finds it: files with the same content, then the only
 * two of a name when they are alike, then the most alike of all. Each file is used once; in the order of the new paths.
 */
export function findRenames<From extends RenameCandidate, To extends RenameCandidate>(
  deleted: readonly From[],
  added: readonly To[],
  { leastPercent = LEAST_PERCENT, limit = LIMIT }: RenameOptions = {},
): Rename<From, To>[] {
  const least = (leastPercent * WHOLE_SCORE) / 100;
  const all = { deleted: inOrder(deleted), added: inOrder(added) };
  let pairs = pairIdentical(all);
  if (least < WHOLE_SCORE) {
    pairs = [...pairs, ...pairByName(withoutPairs(all, pairs), least)];
    const unpaired = withoutPairs(all, pairs);
    if (isWithinLimit(unpaired.deleted.length, unpaired.added.length, limit)) {
      pairs = [...pairs, ...pairBySimilarity(unpaired, least)];
    }
  }
  return pairs
    .toSorted((left, right) => comparePaths(left.to, right.to))
    .map(({ from, to, score }) => ({
      from,
      to,
      similarityPercent: Math.trunc((score * 100) / WHOLE_SCORE),
    }));
}

/** The files that `findRenames` needs the contents of; of all others, path and checksum are enough. */
export function filesToCompare<From extends RenameCandidate, To extends RenameCandidate>(
  deleted: readonly From[],
  added: readonly To[],
  { limit = LIMIT }: RenameOptions = {},
): Unpaired<From, To> {
  const all = { deleted: inOrder(deleted), added: inOrder(added) };
  const unpaired = withoutPairs(all, pairIdentical(all));
  if (unpaired.deleted.length === 0 || unpaired.added.length === 0) return { deleted: [], added: [] };
  const named = pairsOfName(unpaired);
  // If all of these turn out to be renames, the others may come within the limit.
  const [deletedCount, addedCount] = [unpaired.deleted.length, unpaired.added.length];
  if (isWithinLimit(deletedCount - named.length, addedCount - named.length, limit)) return unpaired;
  return { deleted: named.map(([from]) => from), added: named.map(([, to]) => to) };
}

function isWithinLimit(deletedCount: number, addedCount: number, limit: number): boolean {
  return deletedCount * addedCount <= limit * limit;
}

function withoutPairs<From extends RenameCandidate, To extends RenameCandidate>(
  { deleted, added }: Unpaired<From, To>,
  pairs: readonly ScoredPair<From, To>[],
): Unpaired<From, To> {
  const sources = new Set(pairs.map(({ from }) => from));
  const targets = new Set(pairs.map(({ to }) => to));
  return {
    deleted: deleted.filter((file) => !sources.has(file)),
    added: added.filter((file) => !targets.has(file)),
  };
}

/** Git goes by path; so do its choices between equals. */
function inOrder<File extends RenameCandidate>(files: readonly File[]): File[] {
  return files.toSorted(comparePaths);
}

function comparePaths(left: RenameCandidate, right: RenameCandidate): number {
  return left.path < right.path ? -1 : 1;
}
