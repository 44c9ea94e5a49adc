import type { StoredAmounts } from '@atrium/contract/service-api/storage';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { InvocationLog } from '../invocations/invocation-log.service.ts';
import type { Invocations } from './invocation.service.ts';
import { findStored } from './stored.repository.ts';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  invocations: Invocations;
  log: InvocationLog;
}

/** What a domain stores and calls in all services of this runtime. */
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
}
