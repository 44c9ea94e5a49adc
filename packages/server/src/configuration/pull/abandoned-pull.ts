import type { PullRecord } from './pull.repository.ts';

/** A process that completes a pull says so every few seconds. The credentials are gone with it. */
const ABANDONED_AFTER_MS = 20_000;

export const PULL_INTERRUPTED = 'The pull was interrupted. Please pull again.';

export const isAbandoned = ({ touchedOn }: Pick<PullRecord, 'touchedOn'>, now: Date): boolean =>
  now.getTime() - touchedOn.getTime() > ABANDONED_AFTER_MS;

/** A pull as it is shown: what no process works on any more is not waited for. */
export function shownPull<Shown extends PullRecord>(pull: Shown, now: Date): Shown {
  if (!isAbandoned(pull, now)) return pull;
  const contents =
    pull.contentsState === 'PENDING'
      ? ({ contentsState: 'FAILED', contentsError: PULL_INTERRUPTED } as const)
      : {};
  const lastCommits =
    pull.lastCommitsState === 'PENDING' ? ({ lastCommitsState: 'UNAVAILABLE' } as const) : {};
  return { ...pull, ...contents, ...lastCommits };
}
