import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import { fromTestId } from '@atrium/contract/test-runs/test';
import type { FailureGroup } from './failure-groups.ts';

/** Since when all tests of a group fail. */
export interface Since {
  kind: 'never passed' | 'version' | 'versions' | 'same version' | 'run';
  /** The failures appeared with the run that is shown. */
  isNew: boolean;
  serviceId: string;
  version: number | null;
  /** With which the tests last passed. */
  passedVersion: number | null;
  /** Start of the first run with the failures. */
  startedAt: string;
}

/** Undefined if the tests of the group began to fail at different times, or nothing is known. */
export function sinceOf(
  { tests }: FailureGroup,
  histories: readonly FailureHistory[],
  runId: string,
): Since | undefined {
  const wanted = new Set(tests.map(({ id }) => id));
  const found = histories.filter(({ id }) => wanted.has(id));
  const [first] = found;
  if (first === undefined || found.length < wanted.size) return undefined;
  const { firstFailed, lastPassed } = first;
  const { serviceId } = fromTestId(first.id);
  const isOneService = found.every(({ id }) => fromTestId(id).serviceId === serviceId);
  const base = {
    isNew: firstFailed.runId === runId,
    serviceId,
    version: firstFailed.version,
    passedVersion: lastPassed?.version ?? null,
    startedAt: firstFailed.startedAt,
  };
  if (found.every((one) => one.lastPassed === null)) return { ...base, kind: 'never passed' };
  const isOneTime = found.every(
    (one) => one.firstFailed.runId === firstFailed.runId && one.lastPassed?.runId === lastPassed?.runId,
  );
  if (!isOneTime) return undefined;
  if (!isOneService || firstFailed.version === null) return { ...base, kind: 'run' };
  return { ...base, kind: kindOf(base) };
}

/** Which version it was is known only if no other one came in between. */
function kindOf({ version, passedVersion }: Pick<Since, 'version' | 'passedVersion'>): Since['kind'] {
  if (passedVersion === null || version === null) return 'run';
  if (version === passedVersion) return 'same version';
  return version === passedVersion + 1 ? 'version' : 'versions';
}
