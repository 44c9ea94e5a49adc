import type { ControlledTransaction, Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import { cancelStatement, findProcessId } from './test-entry.repository.ts';

export type Fill = (transaction: Store, testId: string) => Promise<unknown>;

interface Parts {
  /** Connections that tests hold. */
  testDb: Kysely<RuntimeDatabase>;
  /** Ends statements of tests that are over. */
  db: Kysely<RuntimeDatabase>;
  createId: () => string;
  /** Replaces the entries of the test before it begins; otherwise it has the live entries. */
  fill?: Fill | undefined;
}

interface Begun {
  transaction: ControlledTransaction<RuntimeDatabase>;
  /** Process of the database that serves the connection. */
  processId: number;
}

/**
 * Entries of one test. All reads use one snapshot, unaffected by later changes of the live entries. Its own
 * changes are rows on top of them, in a transaction that is rolled back at the end.
 */
export class TestEntries implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #testId: string;
  #begun: Promise<Begun> | undefined;
  #filled: Promise<Store> | undefined;
  #isOver = false;
  #askedAt = 0;
  /** When it had its connection. */
  #begunAt: number | undefined;
  #running = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#testId = parts.createId();
  }

  /** Time that the test has waited for its connection. */
  get waitedMs(): number {
    return this.#begun ? (this.#begunAt ?? performance.now()) - this.#askedAt : 0;
  }

  /** Runs a call of the test. */
  async use<Result>(work: (transaction: Store, testId: string) => Promise<Result>): Promise<Result> {
    // A call that the test did not wait for may come when it has ended: no one would end a transaction that begins now.
    if (this.#isOver) throw new HostCallError('TestOver', 'The test has ended');
    this.#running += 1;
    try {
      return await work(await (this.#filled ??= this.#fill()), this.#testId);
    } finally {
      this.#running -= 1;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    const begun = await this.#begun?.catch(() => undefined);
    if (!begun) return;
    if (this.#running > 0) {
      await cancelStatement(this.#parts.db, begun.processId).catch(() => undefined);
    }
    // A connection that broke off has nothing left to undo.
    await begun.transaction
      .rollback()
      .execute()
      .catch(() => undefined);
  }

  async #fill(): Promise<Store> {
    const { transaction } = await (this.#begun ??= this.#begin());
    await this.#parts.fill?.(transaction, this.#testId);
    return transaction;
  }

  async #begin(): Promise<Begun> {
    this.#askedAt = performance.now();
    try {
      const transaction = await this.#parts.testDb
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .execute();
      const processId = await findProcessId(transaction);
      return { transaction, processId };
    } finally {
      this.#begunAt = performance.now();
    }
  }
}
