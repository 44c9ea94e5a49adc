import { isUnfinished } from '@atrium/contract/test-runs/status';
import { changeRun, type RunParts } from './change-run.ts';
import { ReachWriter } from './reach/reach-writer.ts';
import { fitTexts, textBytes } from './result-texts.ts';
import { updateResultBytes } from './retention/result-size.repository.ts';
import { skipAfterFailure } from './skip-after-failure.ts';
import { type TestChange, updateTests } from './test-result.repository.ts';
import type { StoredRun } from './test-run.repository.ts';

/** Short enough to look live; long enough to write many results at once. */
const FLUSH_AFTER_MS = 150;
const FLUSH_CHANGES = 1000;
const FLUSH_BYTES = 8 * 1024 * 1024;

type WrittenRun = Pick<StoredRun, 'id' | 'domainId' | 'execution' | 'strategy'>;

/** Collects reported states and writes them in batches. */
export class ResultWriter {
  readonly #parts: RunParts;
  readonly #run: WrittenRun;
  readonly #reach: ReachWriter;
  readonly #onEnd: () => void;
  #roomBytes: number;
  #waiting = new Map<string, TestChange>();
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  #hasFailed = false;

  /**
   * `roomBytes` is the space for texts of results. `onEnd` is called when the run has ended or belongs to another
   * execution, so there is nothing more to do.
   */
  constructor(parts: RunParts, run: WrittenRun, roomBytes: number, onEnd: () => void) {
    this.#parts = parts;
    this.#run = run;
    this.#roomBytes = roomBytes;
    this.#reach = new ReachWriter(parts.db, run);
    this.#onEnd = onEnd;
  }

  /** Resolves at once, or when there is room again: the next batch is collected while one is written. */
  async add(change: TestChange): Promise<void> {
    // After a failed write nothing is written: reporting ends here, and another execution does the rest.
    if (this.#hasFailed) await this.#writing;
    const key = `${change.serviceId}/${change.testId}`;
    const earlier = this.#waiting.get(key);
    if (earlier !== undefined && !isUnfinished(earlier.status)) return;
    this.#waiting.set(key, { ...change, startedOn: change.startedOn ?? earlier?.startedOn ?? null });
    this.#waitingBytes += textBytes(change);
    if (this.#waiting.size >= FLUSH_CHANGES || this.#waitingBytes >= FLUSH_BYTES) {
      await this.#writing;
      this.#flushUnheard();
    } else if (this.#timer === undefined && !this.#isWriting) {
      this.#flushLater();
    } else if (change.status === 'FAIL' && this.#run.strategy === 'FAIL_ON_FIRST') {
      await this.flush();
    }
  }

  /** Everything added so far is stored when this resolves. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#waitingBytes = 0;
    this.#writing = this.#writing.then(() => this.#write(changes));
    return this.#writing;
  }

  #flushLater(): void {
    this.#timer = setTimeout(() => this.#flushUnheard(), FLUSH_AFTER_MS);
  }

  /** A failure to write is thrown at the next call. */
  #flushUnheard(): void {
    this.flush().catch(() => {
      this.#hasFailed = true;
    });
  }

  async #write(changes: TestChange[]): Promise<void> {
    if (changes.length === 0) return;
    this.#isWriting = true;
    await this.#writeNow(changes).finally(() => {
      this.#isWriting = false;
    });
    // Changes reported during the flush wait together, however long it took.
    if (this.#waiting.size > 0 && this.#timer === undefined) this.#flushLater();
  }

  async #writeNow(reported: TestChange[]): Promise<void> {
    const changes = fitTexts(reported, this.#roomBytes);
    const { id, domainId, execution, strategy } = this.#run;
    const mayEndAll = strategy === 'FAIL_ON_FIRST' && changes.some(({ status }) => status === 'FAIL');
    const kept = await this.#reach.keep(changes);
    let storedBytes = 0;
    const run = await changeRun(
      this.#parts,
      id,
      async (transaction, change) => {
        storedBytes = await updateTests(transaction, id, change.revision, kept);
        await updateResultBytes(transaction, { id, domainId }, storedBytes);
        await this.#reach.notePassed(transaction, change, changes);
        if (mayEndAll) await skipAfterFailure(transaction, id, change);
      },
      { execution },
    );
    this.#roomBytes -= storedBytes;
    if (run?.status !== 'RUNNING') this.#onEnd();
  }
}
