import { toPagedResult } from '@atrium/contract/paging';
import { type Entry, EntryId, type EntryQuery } from '@atrium/contract/service-api/content-entry';
import type { PlainValue } from '@atrium/contract/service-api/plain-value';
import { ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { LiveConfigurations } from '../configuration/live-configuration.ts';
import type { Store } from '../database/schema.ts';
import { COLLECTIONS_FOLDER } from './collections.ts';
import { contentRepository, type StoredEntry } from './content.repository.ts';
import { type PatternTest, validate } from './json-schema.ts';

export const CONTENT_SERVICE = 'content';

/** Longest document, in characters of JSON. */
const MAX_DOCUMENT = 256 * 1024;
/** How often a change is tried again when others change the same entry at the same time. */
const MAX_ATTEMPTS = 20;

/** An entry that may still be without an id. */
export interface EntryDraft {
  id?: string | undefined;
  [field: string]: unknown;
}

export interface ContentOptions {
  live: LiveConfigurations;
  testPattern: PatternTest;
  now: () => Date;
  createId: () => string;
}

/** Collections of documents. Each call names the store it works on: the live one, or a test's copy. */
export function createContentService({ live, testPattern, now, createId }: ContentOptions) {
  async function schemaOf(domainId: string, collection: string): Promise<PlainValue> {
    const { metadata } = await live.get({ domainId, serviceId: CONTENT_SERVICE });
    const fields = metadata.get(`${COLLECTIONS_FOLDER}/${collection}`);
    if (!fields) throw new NotFoundError(`There is no collection ${collection}.`);
    return fields['schema'] ?? true;
  }

  function check(schema: PlainValue, document: Record<string, unknown>): void {
    if (JSON.stringify(document).length > MAX_DOCUMENT)
      throw new UnprocessableError('The entry is larger than 256 KiB.');
    const problem = validate(schema, document, testPattern);
    if (problem !== undefined) throw new UnprocessableError(`The entry is not valid: ${problem}.`);
  }

  async function getStored(
    store: Store,
    domainId: string,
    collection: string,
    id: string,
  ): Promise<StoredEntry> {
    const found = await contentRepository.findEntry(store, { domainId, collection }, id);
    if (!found) throw new NotFoundError(`There is no entry ${id} in ${collection}.`);
    return found;
  }

  return {
    async findEntries(store: Store, domainId: string, collection: string, query: EntryQuery) {
      await schemaOf(domainId, collection);
      const { entries, totalElements } = await contentRepository.listEntries(
        store,
        { domainId, collection },
        query,
      );
      return toPagedResult(entries.map(toEntry), totalElements, query);
    },

    async getEntry(store: Store, domainId: string, collection: string, id: string): Promise<Entry> {
      await schemaOf(domainId, collection);
      return toEntry(await getStored(store, domainId, collection, id));
    },

    async insertEntry(store: Store, domainId: string, collection: string, entry: EntryDraft): Promise<Entry> {
      const schema = await schemaOf(domainId, collection);
      const id = entry.id ?? createId();
      const document = { ...entry, id };
      check(schema, document);
      const isNew = await contentRepository.insertEntry(
        store,
        { domainId, collection },
        { id, document },
        now(),
      );
      if (!isNew) throw new ConflictError(`The entry ${id} already exists in ${collection}.`);
      return document;
    },

    /** Changes fields; null removes one. Changes at the same time are applied one after the other. */
    async updateEntry(
      store: Store,
      domainId: string,
      collection: string,
      id: string,
      changes: Record<string, unknown>,
    ): Promise<Entry> {
      const schema = await schemaOf(domainId, collection);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const { document: before } = await getStored(store, domainId, collection, id);
        const merged = Object.entries({ ...before, ...changes, id }).filter(([, value]) => value !== null);
        const document = Object.fromEntries(merged);
        check(schema, document);
        const place = { domainId, collection };
        if (await contentRepository.updateEntry(store, place, { id, document }, before, now())) {
          return { ...document, id };
        }
      }
      throw new ConflictError(`The entry ${id} is being changed by others.`);
    },

    async deleteEntry(store: Store, domainId: string, collection: string, id: string): Promise<void> {
      await schemaOf(domainId, collection);
      if (!(await contentRepository.deleteEntry(store, { domainId, collection }, id))) {
        throw new NotFoundError(`There is no entry ${id} in ${collection}.`);
      }
    },
  };
}

export type ContentService = ReturnType<typeof createContentService>;

function toEntry({ id, document }: StoredEntry): Entry {
  return { ...document, id: EntryId.parse(id) };
}
