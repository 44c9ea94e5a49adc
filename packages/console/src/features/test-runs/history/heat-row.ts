import type { TestStatus } from '@atrium/contract/test-runs/status';
import { RESULT_LETTERS, RETRIED_LETTER } from '@atrium/contract/test-runs/test-history';
import { MARKS, type Mark, markOf, markStyles } from '../status-style.ts';
import { retriedText } from '../try-text.ts';

const statuses = new Map(
  Object.entries(RESULT_LETTERS).map(([status, letter]) => [letter, status as TestStatus]),
);

/** Two digits are enough to draw. */
const shares = Object.fromEntries(MARKS.map((mark) => [mark, markStyles[mark].height.toFixed(2)])) as Record<
  Mark,
  string
>;

/** Returns the status for a letter of a history; undefined if the test was not part of the run. */
export function statusAt(results: string, place: number): TestStatus | undefined {
  const letter = results[place] ?? '-';
  return letter === RETRIED_LETTER ? 'OK' : statuses.get(letter);
}

/** The result of one run in words; undefined where the test was not part of it. */
export function resultAt(results: string, place: number): string | undefined {
  const status = statusAt(results, place);
  return results[place] === RETRIED_LETTER ? `${status}, passed on a retry` : status;
}

/** SVG paths of a row's marks, one unit per run, by kind of mark. */
export function heatPaths(results: string): Record<Mark, string> {
  const paths = { failed: '', retried: '', passed: '', other: '' };
  for (let place = 0; place < results.length; place += 1) {
    const status = statusAt(results, place);
    if (status === undefined) continue;
    const mark = markOf(status, results[place] === RETRIED_LETTER);
    paths[mark] += `M${place + 0.05} 1h.9v-${shares[mark]}h-.9z`;
  }
  return paths;
}

function countResults(results: string): { passed: number; failed: number } {
  let [passed, failed] = [0, 0];
  for (let place = 0; place < results.length; place += 1) {
    const status = statusAt(results, place);
    if (status === 'OK') passed += 1;
    if (status === 'FAIL') failed += 1;
  }
  return { passed, failed };
}

/** Share of the runs with a result in which a test passed; undefined without any. */
export function passRate(results: string): number | undefined {
  const { passed, failed } = countResults(results);
  return passed + failed === 0 ? undefined : passed / (passed + failed);
}

/** A row in words: `Passed 28 of 30, 1 on a retry, failed 2`. */
export function describeRow(results: string): string {
  const { passed, failed } = countResults(results);
  const retried = retriedText(results.split(RETRIED_LETTER).length - 1);
  const outcome = failed === 0 ? 'never failed' : `failed ${failed}`;
  return `Passed ${passed} of ${passed + failed}${retried}, ${outcome}`;
}
