import type {
  Entry,
  EntryEdit,
  EntryPage,
  EntryPreview,
  EntryQuery,
} from '@atrium/contract/service-api/functions/content-entry';
import { collectionOf, type EntryOperation } from '@atrium/contract/service-api/functions/entry-operation';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import { CONTENT_SERVICE } from './collections.ts';
import type { Content, EntryDraft } from './content.service.ts';
import type { Collection } from './entry.repository.ts';
import type { EntryDomain } from './entry-transaction.repository.ts';
import type { LimitFinds } from './find-limit.ts';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  content: Content;
  meter: Meter;
  limitFinds: LimitFinds;
}

/** Content as people call it over HTTP: the live entries of their own domain, and every call is metered. */
export class LiveContent {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  list(caller: Caller, collection: string, query: EntryQuery): Promise<EntryPage> {
    const { db, content, limitFinds } = this.#parts;
    // Neither a refused query nor the wait is billed.
    return limitFinds(caller.domainId, () =>
      this.#metered(caller, 'query', [collection], () =>
        content.list(db, placeOf(caller, collection), query),
      ),
    );
  }

  get(caller: Caller, collection: string, id: string): Promise<Entry> {
    const { db, content } = this.#parts;
    return this.#metered(caller, 'query', [collection], () =>
      content.get(db, placeOf(caller, collection), id),
    );
  }

  create(caller: Caller, collection: string, entry: EntryDraft): Promise<Entry> {
    const { db, content } = this.#parts;
    return this.#metered(caller, 'write', [collection], () =>
      content.create(db, placeOf(caller, collection), entry),
    );
  }

  update(caller: Caller, collection: string, id: string, changes: Record<string, unknown>): Promise<Entry> {
    const { db, content } = this.#parts;
    return this.#metered(caller, 'write', [collection], () =>
      content.update(db, placeOf(caller, collection), id, changes),
    );
  }

  delete(caller: Caller, collection: string, id: string): Promise<void> {
    const { db, content } = this.#parts;
    return this.#metered(caller, 'write', [collection], () =>
      content.delete(db, placeOf(caller, collection), id),
    );
  }

  preview(
    caller: Caller,
    collection: string,
    entries: readonly Record<string, unknown>[],
  ): Promise<EntryPreview[]> {
    const { db, content, limitFinds } = this.#parts;
    return limitFinds(caller.domainId, () =>
      this.#metered(caller, 'query', [collection], () =>
        content.preview(db, placeOf(caller, collection), entries),
      ),
    );
  }

  changeAll(caller: Caller, collection: string, edits: readonly EntryEdit[]): Promise<void> {
    const { db, content } = this.#parts;
    return this.#metered(
      caller,
      'write',
      edits.map(() => collection),
      () => content.changeAll(db, placeOf(caller, collection), edits),
    );
  }

  transact(caller: Caller, operations: readonly EntryOperation[]): Promise<(Entry | null)[]> {
    const { db, content } = this.#parts;
    return this.#metered(caller, 'write', operations.map(collectionOf), () =>
      content.transact(db, domainOf(caller), operations),
    );
  }

  /** `collections` has one for each call or operation that counts. */
  async #metered<T>(
    { domainId, userId }: Caller,
    metric: 'query' | 'write',
    collections: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    const { content, meter } = this.#parts;
    const identity = { domainId, userId, serviceId: CONTENT_SERVICE };
    const records = [];
    for (const [collection, { length: calls }] of Map.groupBy(collections, (name) => name)) {
      const metered = await content.getMetered({ domainId, collection });
      records.push({ calls, usage: { identity, metric, ...metered, memoryBytes: 0 } });
    }
    // Meter first: content that is written but refused for lack of metering would be written again.
    for (const { calls, usage } of records) await meter.record({ ...usage, calls, durationMs: 0 });
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const callMs = (performance.now() - startedAt) / collections.length;
      for (const { calls, usage } of records) {
        // Unmetered time doesn't fail a call that is already done.
        await meter.record({ ...usage, calls: 0, durationMs: callMs * calls }).catch(() => undefined);
      }
    }
  }
}

function domainOf({ domainId, userId, limits }: Caller): EntryDomain {
  return { domainId, by: { userId }, ...(limits && { limits }) };
}

function placeOf(caller: Caller, collection: string): Collection {
  return { ...domainOf(caller), collection };
}
