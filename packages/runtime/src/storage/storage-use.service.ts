import type { StoredAmounts } from '@atrium/contract/service-api/storage';
import { setStatementTimeout } from '@atrium/host/database/statement-timeout';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import type { InvocationLog } from '../invocations/invocation-log.service.ts';
import type { Invocations } from './invocation.service.ts';
import { deleteStored, findStored } from './stored.repository.ts';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  invocations: Invocations;
  log: InvocationLog;
  /** Each deletes what one area keeps of a domain. */
  deleters: ((transaction: Store, domainId: string) => Promise<void>)[];
}

/** A domain may have millions of entries and logged calls, which one statement each deletes. */
const DELETION_TIMEOUT_MS = 30 * 60_000;

/** Storage and calls of a domain in all services of this runtime. */
export class StorageUses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(domainId: string): Promise<StoredAmounts> {
    const { db, invocations, log } = this.#parts;
    const [stored, invoked, logBytes] = await Promise.all([
      findStored(db, domainId),
      invocations.countUses(domainId),
      log.countBytes(domainId),
    ]);
    return { ...stored, ...invoked, logBytes };
  }

  /** Deletes all of it. Doing it twice changes nothing. */
  async delete(domainId: string): Promise<void> {
    const { db, deleters } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await setStatementTimeout(transaction, DELETION_TIMEOUT_MS);
      for (const deleteAll of deleters) await deleteAll(transaction, domainId);
      await deleteStored(transaction, domainId);
    });
  }
}
