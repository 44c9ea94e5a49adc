import type { TestChange } from './test-result.repository.ts';
import type { StoredTry } from './test-runs.tables.ts';

/** What stands in place of what a test wrote, where the domain has no room for it. */
const NOT_KEPT = 'Not kept: the results of test runs of this domain take as much as they may.';
/** Of a message, that says why a test failed. */
const KEPT_CHARACTERS = 500;

/** What the texts of a reported state take. */
export function textBytes({ result, console, failureMessage, failure, failedTry }: TestChange): number {
  return (
    bytesOf(result) +
    bytesOf(console) +
    bytesOf(failureMessage) +
    bytesOf(failure && JSON.stringify(failure)) +
    bytesOf(failedTry && JSON.stringify(failedTry))
  );
}

/** The same state with no more than why it failed. */
export function withoutTexts(change: TestChange): TestChange {
  const { failedTry } = change;
  return { ...change, ...shortened(change), result: null, failedTry: failedTry && shortenedTry(failedTry) };
}

function shortenedTry(failedTry: StoredTry): StoredTry {
  return { ...failedTry, ...shortened(failedTry), failureMessage: cut(failedTry.failureMessage) };
}

function shortened({ failureMessage }: { failureMessage: string | null }) {
  return { failureMessage: failureMessage && cut(failureMessage), failure: null, console: NOT_KEPT };
}

/** Not in the middle of a character. */
function cut(text: string): string {
  return text.slice(0, KEPT_CHARACTERS).toWellFormed();
}

function bytesOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text);
}
