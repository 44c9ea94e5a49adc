import type { ControlledTransaction, Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import { insertCopyForTest } from './entry.repository.ts';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  domainId: string;
  /** Makes the copy what it is to be before the test sees it; without this the test begins with the live entries. */
  fill?: ((transaction: Store) => Promise<unknown>) | undefined;
}

/**
 * The entries that one test sees: all its reads are of one snapshot, whatever becomes live meanwhile. Before its first
 * change they are copied into a temporary table of the same transaction, which is rolled back at the end.
 */
export class TestEntries implements AsyncDisposable {
  readonly #parts: Parts;
  #snapshot: Promise<ControlledTransaction<RuntimeDatabase>> | undefined;
  #copy: Promise<Store> | undefined;
  #isOver = false;
  #askedAt = 0;
  /** When it had its connection. */
  #begunAt: number | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How long it has waited for its connection. */
  get waitedMs(): number {
    return this.#snapshot ? (this.#begunAt ?? performance.now()) - this.#askedAt : 0;
  }

  read(): Promise<Store> {
    return this.#copy ?? (this.#parts.fill ? this.write() : this.#begin());
  }

  write(): Promise<Store> {
    return (this.#copy ??= this.#createCopy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#snapshot?.then(
      // A connection that broke off has nothing left to undo.
      (transaction) =>
        transaction
          .rollback()
          .execute()
          .catch(() => undefined),
      () => undefined,
    );
  }

  async #begin(): Promise<ControlledTransaction<RuntimeDatabase>> {
    // What a test did not wait for may come when it has ended: no one would end a transaction that begins now.
    if (this.#isOver) throw new HostCallError('TestOver', 'The test has ended');
    return (this.#snapshot ??= this.#startTransaction());
  }

  async #startTransaction(): Promise<ControlledTransaction<RuntimeDatabase>> {
    this.#askedAt = performance.now();
    try {
      return await this.#parts.db.startTransaction().setIsolationLevel('repeatable read').execute();
    } finally {
      this.#begunAt = performance.now();
    }
  }

  async #createCopy(): Promise<Store> {
    const transaction = await this.#begin();
    await insertCopyForTest(transaction, this.#parts.domainId);
    const copy = transaction.withSchema('pg_temp');
    await this.#parts.fill?.(copy);
    return copy;
  }
}
