import { toPagedResult } from '@atrium/contract/paging';
import { metaFileName, sourceFileName } from '@atrium/contract/service-api/files/item-file-names';
import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import {
  AddedEntry,
  type ChangedMeanwhile,
  type Entry,
  type EntryEdit,
  EntryId,
  type EntryPage,
  type EntryPreview,
  type EntryQuery,
  idOfEdit,
} from '@atrium/contract/service-api/functions/content-entry';
import { LIVE_TARGET, targetOf } from '@atrium/contract/service-api/functions/usage-target';
import { AppError, ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { z } from 'zod';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { Store } from '../database/schema.ts';
import type { Usage } from '../metering/meter.ts';
import { addStored } from '../storage/stored.ts';
import type { Checks } from './checks.ts';
import { declareIndexes, findReadyIndexes, updateIndexRows } from './collection-index.repository.ts';
import { COLLECTIONS_FOLDER, CONTENT_SERVICE, type CollectionFiles } from './collections.ts';
import {
  type Collection,
  deleteConfiguredEntries,
  deleteEntry,
  type EntryAmounts,
  findEntry,
  insertConfiguredEntries,
  insertEntry,
  listStored,
  type StoredEntry,
  updateEntry,
} from './entry.repository.ts';
import { listEntries, type ReadyIndexes } from './entry-page.repository.ts';
import {
  deleteTestEntry,
  insertTestEntry,
  type TestCollection,
  updateTestEntry,
} from './test-entry.repository.ts';

const NO_INDEXES: ReadyIndexes = new Map();

/** Longest document, in characters of JSON. */
const MAX_DOCUMENT = 256 * 1024;
/** Number of retries of a change when others change the same entry concurrently. */
const MAX_ATTEMPTS = 20;

/** An entry that may still be without an id. */
export interface EntryDraft {
  id?: string | undefined;
  [field: string]: unknown;
}

interface Parts {
  live: Pick<LiveConfigurations, 'get'>;
  checks: Pick<Checks, 'check'>;
  now: () => Date;
  createId: () => string;
}

/** Collections of documents. Each call names the entries it works on: the live ones, or those of a test. */
export class Content {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The same with collections that are not live. */
  withConfiguration(configuration: LiveConfiguration): Content {
    return new Content({ ...this.#parts, live: { get: () => Promise.resolve(configuration) } });
  }

  /** Usage target of a collection's calls. Unknown collection names don't create targets. */
  async getMetered({ domainId, collection }: Collection): Promise<Pick<Usage, 'target' | 'version'>> {
    const { version, metadata } = await this.#parts.live.get({ domainId, serviceId: CONTENT_SERVICE });
    const isThere = metadata.has(`${COLLECTIONS_FOLDER}/${collection}`);
    return { target: isThere ? targetOf(collection) : LIVE_TARGET, version };
  }

  /** The files of a collection as path and checksum; none of one that does not exist. */
  async listFiles({ domainId, collection }: Collection): Promise<[path: string, checksum: string][]> {
    const { checksums } = await this.#parts.live.get({ domainId, serviceId: CONTENT_SERVICE });
    const names = [sourceFileName(collection), metaFileName(collection)];
    return names.flatMap((name) => {
      const path = `${COLLECTIONS_FOLDER}/${name}`;
      const checksum = checksums.get(path);
      return checksum === undefined ? [] : [[path, checksum]];
    });
  }

  async list(db: Store, place: Collection, query: EntryQuery): Promise<EntryPage> {
    const fields = await this.#fieldsOf(place);
    const indexes = fields['indexes'] === undefined ? NO_INDEXES : await findReadyIndexes(db, place);
    const found = await listEntries(db, place, query, indexes);
    const { entries, totalElements, ...rest } = found;
    return { ...toPagedResult(entries.map(toEntry), totalElements, query), ...rest };
  }

  async get(db: Store, place: Collection, id: string): Promise<Entry> {
    await this.#schemaOf(place);
    return toEntry(await getStored(db, place, id));
  }

  async create(db: Store, place: Collection, entry: EntryDraft): Promise<Entry> {
    const schema = await this.#schemaOf(place);
    const id = entry.id ?? this.#parts.createId();
    const document = { ...entry, id };
    await this.#check(place, schema, document);
    const isNew = await change(db, place, 1, {
      live: (transaction) => insertEntry(transaction, place, { id, document }, this.#parts.now()),
      indexed: { id, after: document },
      ofTest: (seen) => insertTestEntry(db, seen, { id, document }),
    });
    if (!isNew) throw new ConflictError(`The entry ${id} already exists in ${place.collection}.`);
    return document;
  }

  /** Changes fields; null removes one. Changes at the same time are applied one after the other. */
  async update(db: Store, place: Collection, id: string, changes: Record<string, unknown>): Promise<Entry> {
    const schema = await this.#schemaOf(place);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { document: before } = await getStored(db, place, id);
      const document = { ...withChanges(before, changes), id };
      await this.#check(place, schema, document);
      const isChanged = await change(db, place, 0, {
        live: (transaction) => updateEntry(transaction, place, { id, document }, before, this.#parts.now()),
        indexed: { id, before, after: document },
        ofTest: (seen) => updateTestEntry(db, seen, { id, document }, before),
      });
      if (isChanged) return document;
    }
    throw new ConflictError(`The entry ${id} is being changed by others. Please try again.`);
  }

  async delete(db: Store, place: Collection, id: string): Promise<void> {
    await this.#schemaOf(place);
    const indexed: Change['indexed'] = { id };
    const isDeleted = await change(db, place, -1, {
      async live(transaction) {
        const deleted = await deleteEntry(transaction, place, id);
        if (deleted) indexed.before = deleted.document;
        return deleted && -deleted.bytes;
      },
      indexed,
      ofTest: (seen) => deleteTestEntry(db, seen, id),
    });
    if (!isDeleted) throw noEntry(place, id);
  }

  /** Checks entries before they are written: new ones, and those that replace one of the same id. */
  async preview(
    db: Store,
    place: Collection,
    given: readonly Record<string, unknown>[],
  ): Promise<EntryPreview[]> {
    const schema = await this.#schemaOf(place);
    const drafts = given.map((entry) => AddedEntry.safeParse(entry));
    const known = await listStored(
      db,
      place,
      drafts.flatMap(({ data }) => data?.id ?? []),
    );
    const previews: EntryPreview[] = [];
    for (const { data, error } of drafts) {
      if (!data) {
        previews.push({ edit: null, reason: `The id is not valid: ${error.issues[0]?.message}` });
        continue;
      }
      const after: Entry = { ...data, id: data.id ?? this.#parts.createId() };
      const reason = await this.#check(place, schema, after).then(() => null, reasonOf);
      const before = known.get(after.id);
      previews.push({
        edit: reason === null ? { before: before ? toEntry(before) : null, after } : null,
        reason,
      });
    }
    return previews;
  }

  /** Makes all changes or none: none if one of the entries is no longer as it was read. */
  async changeAll(db: Store, place: Collection, edits: readonly EntryEdit[]): Promise<void> {
    const schema = await this.#schemaOf(place);
    for (const { after } of edits) if (after) await this.#check(place, schema, after);
    // Locked in one order, so that changes at the same time wait for each other once.
    const inOrder = edits.toSorted((one, other) => (idOfEdit(one) < idOfEdit(other) ? -1 : 1));
    await db.transaction().execute(async (transaction) => {
      const at = this.#parts.now();
      const refused: string[] = [];
      const added = { entries: 0, entryBytes: 0 };
      for (const edit of inOrder) {
        const bytes = await writeEdit(transaction, place, edit, at);
        if (bytes === undefined) refused.push(idOfEdit(edit));
        added.entryBytes += bytes ?? 0;
        added.entries += Number(edit.after !== null) - Number(edit.before !== null);
      }
      if (refused.length > 0) throw await changedMeanwhile(transaction, place, refused);
      await addStored(transaction, place.domainId, added, place.limits);
      for (const edit of inOrder) {
        const { before, after } = edit;
        await updateIndexRows(transaction, place, idOfEdit(edit), {
          ...(before && { before }),
          ...(after && { after }),
        });
      }
    });
  }

  /** Entries of a configuration replace those of the previous version; written entries stay. */
  async replaceConfigured(
    transaction: Store,
    domainId: string,
    collections: ReadonlyMap<string, CollectionFiles>,
  ): Promise<EntryAmounts> {
    const indexes = [...collections].flatMap(([collection, files]) =>
      files.indexes.map((field) => ({ collection, field })),
    );
    await declareIndexes(transaction, domainId, indexes);
    const gone = await deleteConfiguredEntries(transaction, domainId);
    const come = await insertConfiguredEntries(transaction, domainId, collections, this.#parts.now());
    return { entries: come.entries - gone.entries, entryBytes: come.entryBytes - gone.entryBytes };
  }

  async #schemaOf(place: Collection): Promise<PlainValue> {
    const fields = await this.#fieldsOf(place);
    return fields['schema'] ?? true;
  }

  async #fieldsOf({ domainId, collection }: Collection) {
    const { metadata } = await this.#parts.live.get({ domainId, serviceId: CONTENT_SERVICE });
    const fields = metadata.get(`${COLLECTIONS_FOLDER}/${collection}`);
    if (!fields) throw new NotFoundError(`There is no collection ${collection}.`);
    return fields;
  }

  async #check(
    { domainId }: Collection,
    schema: PlainValue,
    document: Record<string, unknown>,
  ): Promise<void> {
    if (JSON.stringify(document).length > MAX_DOCUMENT)
      throw new UnprocessableError('The entry is larger than 256 KiB.');
    const problem = await this.#parts.checks.check(domainId, { schema, value: document });
    if (problem === undefined) return;
    const field = fieldOf(problem, document);
    throw new UnprocessableError(`The entry is not valid: ${problem}.`, {
      ...(field !== undefined && { fields: [{ field, defaultMessage: `${problem}.` }] }),
    });
  }
}

/** The field of the entry that a problem is about. */
function fieldOf(problem: string, document: Record<string, unknown>): string | undefined {
  const [, missing] = /^the entry must have the field (.+)$/s.exec(problem) ?? [];
  if (missing !== undefined) return missing;
  const named = Object.keys(document).filter(
    (key) => problem.startsWith(`${key} `) || problem.startsWith(`${key}.`),
  );
  return named.toSorted((one, other) => other.length - one.length)[0];
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.status === 422) return error.message;
  throw error;
}

/** Returns by how many bytes the entries grow; undefined if the entry is no longer as it was read. */
async function writeEdit(
  transaction: Store,
  place: Collection,
  { before, after }: EntryEdit,
  at: Date,
): Promise<number | undefined> {
  if (after === null) {
    const deleted = before && (await deleteEntry(transaction, place, before.id, before));
    return deleted ? -deleted.bytes : undefined;
  }
  const entry = { id: after.id, document: after };
  return before
    ? updateEntry(transaction, place, entry, before, at)
    : insertEntry(transaction, place, entry, at);
}

async function changedMeanwhile(
  transaction: Store,
  place: Collection,
  ids: readonly string[],
): Promise<ConflictError> {
  const stored = await listStored(transaction, place, ids);
  const entries = ids.map((id) => {
    const current = stored.get(id);
    return { id, current: current ? toEntry(current) : null };
  });
  const named = ids.length === 1 ? `The entry ${ids[0]} was` : `${ids.length} entries were`;
  const details: z.infer<typeof ChangedMeanwhile> = { entries };
  return new ConflictError(`${named} changed by others meanwhile. Nothing was written.`, details);
}

/** A null that was there before is a value like any other. */
function withChanges(before: Record<string, unknown>, changes: Record<string, unknown>) {
  const left = Object.entries(before).filter(([field]) => !Object.hasOwn(changes, field));
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  return Object.fromEntries([...left, ...set]);
}

interface Change {
  /** Returns by how many bytes the entries grow; undefined if there is nothing to change. */
  live: (transaction: Store) => Promise<number | undefined>;
  /** The entry as it was and is. */
  indexed: { id: string; before?: Record<string, unknown>; after?: Record<string, unknown> };
  ofTest: (place: TestCollection) => Promise<boolean>;
}

/** Returns false if there is nothing to change. Entries stored by tests count toward no limit. */
async function change(
  db: Store,
  place: Collection,
  added: number,
  { live, indexed, ofTest }: Change,
): Promise<boolean> {
  const { domainId, limits, testId } = place;
  if (testId !== undefined) return ofTest({ ...place, testId });
  return db.transaction().execute(async (transaction) => {
    const entryBytes = await live(transaction);
    if (entryBytes === undefined) return false;
    await addStored(transaction, domainId, { entries: added, entryBytes }, limits);
    await updateIndexRows(transaction, place, indexed.id, indexed);
    return true;
  });
}

async function getStored(db: Store, place: Collection, id: string): Promise<StoredEntry> {
  const found = await findEntry(db, place, id);
  if (!found) throw noEntry(place, id);
  return found;
}

function noEntry({ collection }: Collection, id: string): NotFoundError {
  return new NotFoundError(`There is no entry ${id} in ${collection}.`);
}

function toEntry({ id, document }: StoredEntry): Entry {
  return { ...document, id: EntryId.parse(id) };
}
