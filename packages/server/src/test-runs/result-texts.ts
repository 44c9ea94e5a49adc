import type { TestChange } from './test-result.repository.ts';
import type { StoredTry } from './test-runs.tables.ts';

/** Placeholder for test output that exceeds the domain's quota. */
const NOT_KEPT = 'Not kept: it does not fit into what this domain may keep of test results.';
/** Length of a failure message that is kept. */
const KEPT_CHARACTERS = 500;

/** A reported state with the size of its texts. */
type SizedChange = TestChange & { textBytes: number };

/** Keeps texts that fit unchanged; from the others, only the state and its reason. */
export function fitTexts(changes: readonly TestChange[], roomBytes: number): SizedChange[] {
  let leftBytes = roomBytes;
  return changes.map((change) => {
    const whole = sized(change);
    const fitting = whole.textBytes > leftBytes ? shorterOf(whole, sized(withoutTexts(change))) : whole;
    leftBytes -= fitting.textBytes;
    return fitting;
  });
}

const sized = (change: TestChange): SizedChange => ({ ...change, textBytes: textBytes(change) });

type Texts = Pick<TestChange, 'result' | 'console' | 'failureMessage' | 'failure' | 'failedTry'>;

/** Size of the texts of a reported state. */
export function textBytes({ result, console, failureMessage, failure, failedTry }: Texts): number {
  return (
    bytesOf(result) +
    bytesOf(console) +
    bytesOf(failureMessage) +
    bytesOf(failure && JSON.stringify(failure)) +
    bytesOf(failedTry && JSON.stringify(failedTry))
  );
}

/** A test that wrote nothing, or less than is said in its place, stays as it is. */
function shorterOf(change: SizedChange, cutChange: SizedChange): SizedChange {
  return cutChange.textBytes < change.textBytes ? cutChange : change;
}

/** The same state with no more than why it failed. */
function withoutTexts(change: TestChange): TestChange {
  const { failedTry } = change;
  return { ...change, ...shortened(change), result: null, failedTry: failedTry && shortenedTry(failedTry) };
}

function shortenedTry(failedTry: StoredTry): StoredTry {
  const texts = shortened({ ...failedTry, result: null });
  return { ...failedTry, ...texts, failureMessage: cut(failedTry.failureMessage) };
}

function shortened({
  failureMessage,
  console,
  result,
}: Pick<TestChange, 'failureMessage' | 'console' | 'result'>) {
  const hadText = bytesOf(console) + bytesOf(result) > 0;
  return {
    failureMessage: failureMessage && cut(failureMessage),
    failure: null,
    console: hadText ? NOT_KEPT : console,
  };
}

/** Not in the middle of a character. */
function cut(text: string): string {
  return text.slice(0, KEPT_CHARACTERS).toWellFormed();
}

function bytesOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text);
}
