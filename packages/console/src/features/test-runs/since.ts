import type { FailureHistory, MovedVersion } from '@atrium/contract/test-runs/run-history';
import { fromTestId } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import type { FailureGroup } from './failure-groups.ts';

/** Since when all tests of a group fail. */
export interface Since {
  kind: 'never passed' | 'live passes' | 'moved' | 'same versions' | 'run';
  /** The failures appeared with the run that is shown. */
  isNew: boolean;
  /** The one service of all the tests, and its version. */
  serviceId: string | null;
  version: number | null;
  /** What changed since the tests last passed, of all services. */
  moved: readonly MovedVersion[];
  /** Start of the first run with the failures. */
  startedAt: string;
}

/** Undefined if the tests of the group began to fail at different times, or nothing is known. */
export function sinceOf(
  { tests }: FailureGroup,
  histories: readonly FailureHistory[],
  run: Pick<TestRun, 'runId' | 'isCandidate'>,
): Since | undefined {
  const wanted = new Set(tests.map(({ id }) => id));
  const found = histories.filter(({ id }) => wanted.has(id));
  const [first] = found;
  if (first === undefined || found.length < wanted.size) return undefined;
  const { firstFailed, lastPassed, moved } = first;
  const { serviceId } = fromTestId(first.id);
  const isOneService = found.every(({ id }) => fromTestId(id).serviceId === serviceId);
  const isNew = firstFailed.runId === run.runId;
  const base = {
    isNew,
    serviceId: isOneService ? serviceId : null,
    version: isOneService ? firstFailed.version : null,
    moved,
    startedAt: firstFailed.startedAt,
  };
  if (found.every((one) => one.lastPassed === null)) return { ...base, kind: 'never passed' };
  const isOneTime = found.every(
    (one) => one.firstFailed.runId === firstFailed.runId && one.lastPassed?.runId === lastPassed?.runId,
  );
  if (!isOneTime) return undefined;
  const areKnown = found.every((one) => one.firstFailed.version !== null && one.lastPassed?.version != null);
  if (run.isCandidate && isNew) {
    // What changed before it was live and has not been tested since: it may be the cause, or the merge.
    return { ...base, kind: areKnown && moved.length === 0 ? 'live passes' : 'run' };
  }
  if (moved.length > 0) return { ...base, kind: 'moved' };
  return { ...base, kind: areKnown ? 'same versions' : 'run' };
}

/** The version that broke the tests; undefined unless no other one came in between. */
export function blamedVersion({ kind, moved }: Since): MovedVersion | undefined {
  const [only, ...others] = moved;
  if (kind !== 'moved' || only === undefined || others.length > 0) return undefined;
  return only.to === only.from + 1 ? only : undefined;
}
