import type { Work } from '@atrium/contract/work/work';

export const workNames: Record<Work['kind'], string> = {
  PULL: 'Pull',
  PUSH: 'Push',
  IMPORT: 'Import',
  SUBMIT: 'Submit',
  RETURN: 'Return to a version',
  TEST_RUN: 'Test run',
  CHANGE_SEARCH: 'Search for a change',
};

/** Result of the work as a message. */
export function endedText({ kind, state, outcome }: Work): string {
  const name = workNames[kind];
  const result = outcome === null ? '' : ` ${outcome}`;
  return state === 'FAILED' ? `${name} failed.${result}` : `${name} finished.${result}`;
}

/** The name of the bell: `Your work: 2 new, 1 running`. */
export function bellText(work: readonly Work[]): string {
  const counts = [
    [work.filter(({ isNew }) => isNew).length, 'new'],
    [work.filter(({ state }) => state === 'RUNNING').length, 'running'],
  ] as const;
  const parts = counts.flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : []));
  return parts.length === 0 ? 'Your work' : `Your work: ${parts.join(', ')}`;
}
