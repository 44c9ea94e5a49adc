import { cancelHolder, tryLockParts, unlessHeldUp } from '@atrium/host/database/part-locks';
import { setStatementTimeout } from '@atrium/host/database/statement-timeout';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase } from '../database/schema.ts';
import { listPartitionsBefore, lockPartitions } from './partition.repository.ts';
import { deletePartition, findPartitionBytes } from './partition-drop.repository.ts';

/** Lock for dropping partitions, which may take long; meanwhile other processes can create partitions. */
const DROP_LOCK = 4_711_023;
/** All calls of a day are read again, to take them off the counts of their domains. */
const DROP_TIMEOUT_MS = 30 * 60_000;

/** Drops old partitions of the log. */
export class PartitionDrop {
  readonly #db: Kysely<RuntimeDatabase>;
  readonly #closing = new AbortController();
  /** Id of the server process that reads a day before dropping it. */
  #droppingPid: number | undefined;

  constructor(db: Kysely<RuntimeDatabase>) {
    this.#db = db;
  }

  /**
   * Drops the days before one. Skips a partition that a backup reads or another process drops. Throws once
   * closed.
   */
  async run(oldest: string): Promise<void> {
    for (const name of await listPartitionsBefore(this.#db, oldest)) {
      await unlessHeldUp(this.#dropOne(name, oldest));
    }
    this.#closing.signal.throwIfAborted();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#droppingPid !== undefined) await cancelHolder(this.#db, DROP_LOCK, this.#droppingPid);
  }

  #dropOne(name: string, oldest: string): Promise<void> {
    const dropping = this.#db.transaction().execute(async (transaction) => {
      const pid = await tryLockParts(transaction, DROP_LOCK);
      if (pid === undefined) return;
      // Another process may have been faster.
      const left = await listPartitionsBefore(transaction, oldest);
      if (!left.includes(name)) return;
      await setStatementTimeout(transaction, DROP_TIMEOUT_MS);
      this.#closing.signal.throwIfAborted();
      this.#droppingPid = pid;
      const counted = await findPartitionBytes(transaction, name);
      await lockPartitions(transaction);
      await deletePartition(transaction, name, counted);
    });
    return dropping.finally(() => {
      this.#droppingPid = undefined;
    });
  }
}
