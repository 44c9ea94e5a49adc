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
  /** Versions made since the tests last passed, of all services. */
  moved: readonly MovedVersion[];
  /** Start of the first run with the failures. */
  startedAt: string;
}

/** Undefined if the tests of the group began to fail at different times, or their history is unknown. */
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
    // Untested live changes may have caused the failure, and so may the merge.
    return { ...base, kind: areKnown && moved.length === 0 ? 'live passes' : 'run' };
  }
  if (moved.length > 0) return { ...base, kind: 'moved' };
  return { ...base, kind: areKnown ? 'same versions' : 'run' };
}

/** Failures of a run that are not all alike: some are new, others were there before. */
export interface Mixed {
  /** Number of tests that passed in their previous run. */
  fresh: number;
  /** Since when all of them fail, as far as that is one time. */
  since: Since | undefined;
  before: number;
  /** Number of tests without a previous run. */
  first: number;
}

/** Undefined if all failures are alike, or the history of one is unknown. */
export function mixedOf(
  groups: readonly FailureGroup[],
  histories: readonly FailureHistory[],
  run: Pick<TestRun, 'runId' | 'isCandidate'>,
): Mixed | undefined {
  const tests = groups.flatMap((group) => group.tests);
  const byId = new Map(histories.map((history) => [history.id, history]));
  const kinds = Object.groupBy(tests, ({ id }) => {
    const history = byId.get(id);
    if (history === undefined) return 'unknown';
    if (history.firstFailed.runId !== run.runId) return 'before';
    return history.lastPassed === null ? 'first' : 'fresh';
  });
  const { unknown, fresh = [], before = [], first = [] } = kinds;
  if (unknown || fresh.length === tests.length || fresh.length === 0) return undefined;
  return {
    fresh: fresh.length,
    since: sinceOf({ key: '', message: '', tests: fresh }, histories, run),
    before: before.length,
    first: first.length,
  };
}

/** Returns the version that broke the tests; undefined if several versions were made in between. */
export function blamedVersion({ kind, moved }: Since): MovedVersion | undefined {
  const [only, ...others] = moved;
  if (kind !== 'moved' || only === undefined || others.length > 0) return undefined;
  return only.to === only.from + 1 ? only : undefined;
}
