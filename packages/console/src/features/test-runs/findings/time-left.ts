import type { RunEstimate } from '@atrium/contract/test-runs/run-history';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';

/** From this share of the expected work on, this run's pace predicts better than the previous run. */
const TELLING_SHARE = 0.1;

/** Milliseconds until the expected end of a run; undefined without data. */
export function timeLeft(
  { servicesTests, duration }: Pick<TestRun, 'servicesTests' | 'duration'>,
  { tests: expected, pace: pastPace }: RunEstimate,
): number | undefined {
  const known = Object.values(expected);
  let usual = known.reduce((sum, ms) => sum + ms, 0) / Math.max(known.length, 1);
  const tests = servicesTests.flatMap((group) => group.tests);
  const finished = tests.filter(({ status }) => status === 'OK' || status === 'FAIL');
  if (known.length === 0 && finished.length > 0) {
    usual = finished.reduce((sum, test) => sum + (test.duration ?? 0), 0) / finished.length;
  }
  const expectedOf = ({ id }: { id: string }) => expected[id] ?? usual;
  const done = finished.reduce((sum, test) => sum + expectedOf(test), 0);
  const left = tests
    .filter(({ status }) => isUnfinished(status))
    .reduce((sum, test) => sum + expectedOf(test), 0);
  const isTelling = done > 0 && done >= TELLING_SHARE * (done + left);
  const pace = isTelling ? duration / done : pastPace;
  return pace === null ? undefined : left * pace;
}

/** `about 20 s left` */
export function timeLeftText(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined;
  const seconds = ms / 1000;
  if (seconds < 3) return 'a few seconds left';
  if (seconds < 55) return `about ${seconds < 10 ? Math.ceil(seconds) : 5 * Math.ceil(seconds / 5)} s left`;
  return `about ${Math.ceil(seconds / 60)} min left`;
}
