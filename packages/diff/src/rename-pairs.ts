import { copiedBytes, fingerprintOf, scoreOf, WHOLE_SCORE } from './similarity.ts';

/** A file that only one side has. */
export interface RenameCandidate {
  readonly path: string;
  /** Git blob id. */
  readonly checksum: string;
  /** Without it the file is only paired with one of the same checksum. */
  readonly content?: string | undefined;
}

/** Files of both sides that have no partner yet, in the order of their paths. */
export interface Unpaired<From extends RenameCandidate, To extends RenameCandidate> {
  readonly deleted: readonly From[];
  readonly added: readonly To[];
}

/** Detected renames, with git's score. */
export interface ScoredPair<From, To> {
  readonly from: From;
  readonly to: To;
  readonly score: number;
}

/** Maximum number of files with equal content that are searched for an equal name. */
const MAX_IDENTICAL = 100;

/** Files with the same content; of several, one with the same name. */
export function pairIdentical<From extends RenameCandidate, To extends RenameCandidate>({
  deleted,
  added,
}: Unpaired<From, To>): ScoredPair<From, To>[] {
  const byChecksum = Map.groupBy(deleted, ({ checksum }) => checksum);
  return added.flatMap((to) => {
    const sources = byChecksum.get(to.checksum) ?? [];
    const name = nameOf(to);
    const named = sources.slice(0, MAX_IDENTICAL).findIndex((from) => nameOf(from) === name);
    const [from] = sources.splice(Math.max(named, 0), 1);
    return from === undefined ? [] : [{ from, to, score: WHOLE_SCORE }];
  });
}

/** A name that each side has once is most probably the same file: if it is similar, no other is compared. */
export function pairByName<From extends RenameCandidate, To extends RenameCandidate>(
  unpaired: Unpaired<From, To>,
  least: number,
): ScoredPair<From, To>[] {
  const leastOfNamed = least + Math.trunc((WHOLE_SCORE - least) / 2);
  return pairsOfName(unpaired).flatMap(([from, to]) => {
    if (from.content === undefined || to.content === undefined) return [];
    const [one, other] = [fingerprintOf(from.content), fingerprintOf(to.content)];
    const score = scoreOf(one, other, copiedBytes(one, other), leastOfNamed);
    return score < leastOfNamed ? [] : [{ from, to, score }];
  });
}

/** Files whose name occurs once on each side. */
export function pairsOfName<From extends RenameCandidate, To extends RenameCandidate>({
  deleted,
  added,
}: Unpaired<From, To>): [From, To][] {
  const addedByName = Map.groupBy(added, nameOf);
  return [...Map.groupBy(deleted, nameOf)].flatMap(([name, [from, ...moreFrom]]): [From, To][] => {
    const [to, ...moreTo] = addedByName.get(name) ?? [];
    return from && to && moreFrom.length + moreTo.length === 0 ? [[from, to]] : [];
  });
}

export function nameOf({ path }: RenameCandidate): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
