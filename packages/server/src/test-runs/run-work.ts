import type { TestStatus } from '@atrium/contract/test-runs/status';
import type { StartedWork } from '@atrium/contract/work/work';
import type { StoredRun } from './test-run.repository.ts';

const states: Record<TestStatus, StartedWork['state']> = {
  OK: 'DONE',
  SKIPPED: 'DONE',
  FAIL: 'FAILED',
  CANCELED: 'CANCELED',
  PENDING: 'RUNNING',
  RUNNING: 'RUNNING',
};

/** A run as its person finds it again, with its result in one sentence. */
export function toRunWork(run: StoredRun): StartedWork {
  const { counts, quarantinedFailures } = run.tally;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0) - (counts.SKIPPED ?? 0);
  const done = all - (counts.PENDING ?? 0) - (counts.RUNNING ?? 0);
  return {
    id: run.id,
    kind: 'TEST_RUN',
    state: states[run.status],
    startedOn: run.startedOn.toISOString(),
    endedOn: run.finishedOn?.toISOString() ?? null,
    done,
    total: all,
    about: aboutOf(run),
    outcome: run.finishedOn === null ? null : outcomeOf(counts.FAIL ?? 0, all, quarantinedFailures),
    pullId: null,
    runId: run.id,
    testId: null,
  };
}

function aboutOf({ isCandidate, isTimetabled }: StoredRun): string | null {
  if (isCandidate) return 'Changes that were not live';
  return isTimetabled ? 'Started by the timetable' : null;
}

function outcomeOf(failed: number, all: number, quarantined: number): string {
  if (all === 0) return 'No test ran.';
  if (failed > 0) {
    return `${failed} of ${all} failed${quarantined > 0 ? `, ${quarantined} in quarantine` : ''}.`;
  }
  return all === 1 ? 'The only test passed.' : `All ${all} tests passed.`;
}
