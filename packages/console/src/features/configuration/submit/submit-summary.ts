import type { Kind, Outcome } from '../decisions/submit-outcome.ts';

/** Effect of a submit, in numbers. */
export interface SubmitCounts {
  /** Names of the services that it changes. */
  readonly services: readonly string[];
  /** Each kind of change with its number, in display order; all are included in the total. */
  readonly kinds: readonly { readonly count: number; readonly one: string; readonly many: string }[];
  /** Number of changes that replace local changes. */
  readonly discardCount: number;
  /** Number of changes that replace or delete live content without a copy elsewhere, if nothing was ever exchanged. */
  readonly replaceCount: number;
  /** Noun for one change. */
  readonly noun: 'file' | 'item';
}

/** `Submit 12 changes to Functions: 3 new, 8 changed, 1 deletion. Discards 1 change made here.` */
export function submitSummary({ services, kinds, discardCount, replaceCount, noun }: SubmitCounts): string {
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  const changes = (count: number) => counted(count, 'change', 'changes');
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'Nothing to change.';
  const [only, ...others] = services;
  const where = others.length === 0 ? only : `${services.length} services`;
  const parts = kinds.flatMap(({ count, one, many }) => (count === 0 ? [] : counted(count, one, many)));
  const discards = discardCount === 0 ? '' : ` Discards ${changes(discardCount)} made here.`;
  const replaces =
    replaceCount === 0 ? '' : ` Replaces ${counted(replaceCount, `live ${noun}`, `live ${noun}s`)}.`;
  return `Submit ${changes(total)} to ${where}: ${parts.join(', ')}.${discards}${replaces}`;
}

export const changeCount = ({ taken, added, moved, merged, deleted }: Outcome) =>
  taken.length + added.length + moved.length + merged.length + deleted.length;

/** The numbers of several services together. */
export function countsOf(outcomes: readonly { name: string; outcome: Outcome }[]): SubmitCounts {
  const count = (kind: Kind | 'discarded' | 'replaced') =>
    outcomes.reduce((sum, { outcome }) => sum + outcome[kind].length, 0);
  return {
    services: outcomes.filter(({ outcome }) => changeCount(outcome) > 0).map(({ name }) => name),
    kinds: [
      { count: count('taken'), one: 'changed', many: 'changed' },
      { count: count('added'), one: 'new', many: 'new' },
      { count: count('moved'), one: 'moved', many: 'moved' },
      { count: count('merged'), one: 'merged', many: 'merged' },
      { count: count('deleted'), one: 'deletion', many: 'deletions' },
    ],
    discardCount: count('discarded'),
    replaceCount: count('replaced'),
    noun: 'file',
  };
}
