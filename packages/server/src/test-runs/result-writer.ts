import { isUnfinished, type TestStrategy } from '@atrium/contract/test-runs/status';
import { changeRun, type RunParts } from './change-run.ts';
import { type TestChange, updateTests, updateUnfinishedTests } from './test-result.repository.ts';

/** Short enough to look live; long enough to write many results at once. */
const FLUSH_AFTER_MS = 150;
const FLUSH_CHANGES = 1000;
const FLUSH_CHARACTERS = 8 * 1024 * 1024;

/** Collects reported states and writes them in batches. */
export class ResultWriter {
  readonly #parts: RunParts;
  readonly #run: { id: string; execution: number; strategy: TestStrategy };
  readonly #onEnd: () => void;
  #waiting = new Map<string, TestChange>();
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `onEnd` is called when the run has ended or belongs to another execution: there is nothing more to do. */
  constructor(
    parts: RunParts,
    run: { id: string; execution: number; strategy: TestStrategy },
    onEnd: () => void,
  ) {
    this.#parts = parts;
    this.#run = run;
    this.#onEnd = onEnd;
  }

  /** Resolves at once, or when there is room again. */
  async add(change: TestChange): Promise<void> {
    const key = `${change.serviceId}/${change.testId}`;
    const earlier = this.#waiting.get(key);
    if (earlier !== undefined && !isUnfinished(earlier.status)) return;
    this.#waiting.set(key, { ...change, startedOn: change.startedOn ?? earlier?.startedOn ?? null });
    this.#characters += (change.result?.length ?? 0) + (change.console?.length ?? 0);
    if (this.#waiting.size >= FLUSH_CHANGES || this.#characters >= FLUSH_CHARACTERS) {
      await this.flush();
    } else if (this.#timer === undefined) {
      // A failure to write is thrown at the next call that adds or flushes.
      this.#timer = setTimeout(() => void this.flush().catch(() => {}), FLUSH_AFTER_MS);
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
    this.#characters = 0;
    this.#writing = this.#writing.then(() => this.#write(changes));
    return this.#writing;
  }

  async #write(changes: TestChange[]): Promise<void> {
    if (changes.length === 0) return;
    const { id, execution, strategy } = this.#run;
    const endsAll = strategy === 'FAIL_ON_FIRST' && changes.some(({ status }) => status === 'FAIL');
    const run = await changeRun(
      this.#parts,
      id,
      async (transaction, change) => {
        await updateTests(transaction, id, change.revision, changes);
        if (endsAll) await updateUnfinishedTests(transaction, id, change, { status: 'SKIPPED' });
      },
      { execution },
    );
    if (run?.status !== 'RUNNING') this.#onEnd();
  }
}
