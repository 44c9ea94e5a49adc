import type { Kind, Outcome } from '../decisions/submit-outcome.ts';
import type { SubmitCounts } from './submit-summary.ts';

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
