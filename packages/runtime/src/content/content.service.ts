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
import { collectionOf, type EntryOperation } from '@atrium/contract/service-api/functions/entry-operation';
import { LIVE_TARGET, targetOf } from '@atrium/contract/service-api/functions/usage-target';
import { AppError, ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { z } from 'zod';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { Store } from '../database/schema.ts';
import type { Usage } from '../metering/meter.ts';
import { addStored } from '../storage/stored.ts';
import type { Checks } from './checks.ts';
import {
  type ChangedEntry,
  declareIndexes,
  findReadyIndexes,
  updateIndexRows,
} from './collection-index.repository.ts';
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
import { listEntries } from './entry-page.repository.ts';
import type { ReadyIndexes } from './entry-source.repository.ts';
import {
  type EntryDomain,
  type FoundOperand,
  findOperands,
  writeChanges,
  writeTestChanges,
} from './entry-transaction.repository.ts';
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

/** Records what changes of entries start, in their transaction. */
type RecordChanges = (transaction: Store, changes: readonly ChangedEntry[]) => Promise<void>;

/** Undefined where changes of the entries of collections start nothing. */
export type PlanEvents = (
  domain: EntryDomain,
  collections: readonly string[],
) => Promise<RecordChanges | undefined>;

interface Parts {
  live: Pick<LiveConfigurations, 'get'>;
  checks: Pick<Checks, 'check'>;
  now: () => Date;
  createId: () => string;
  planEvents: PlanEvents;
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
    const isNew = await this.#changeOne(db, place, 1, {
      live: (transaction) => insertEntry(transaction, place, { id, document }, this.#parts.now()),
      indexed: { id, before: null, after: document },
      ofTest: (seen) => insertTestEntry(db, seen, { id, document }),
    });
    if (!isNew) throw alreadyThere(place, id);
    return document;
  }

  /** Changes fields; null removes one. Changes at the same time are applied one after the other. */
  async update(db: Store, place: Collection, id: string, changes: Record<string, unknown>): Promise<Entry> {
    const schema = await this.#schemaOf(place);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { document: before } = await getStored(db, place, id);
      const document = { ...withChanges(before, changes), id };
      await this.#check(place, schema, document);
      const isChanged = await this.#changeOne(db, place, 0, {
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
    const indexed: Change['indexed'] = { id, before: null, after: null };
    const isDeleted = await this.#changeOne(db, place, -1, {
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

  /** Checks entries before they are written: new ones, and replacements of entries with the same id. */
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
    const { collection } = place;
    const changes = edits.map((edit) => ({ collection, id: idOfEdit(edit), ...edit }));
    const refused = await this.#write(db, place, changes);
    if (refused.length > 0)
      throw await changedMeanwhile(
        db,
        place,
        refused.map(({ id }) => id),
      );
  }

  /** Makes all changes or none, each of another entry. Returns the entries as they are then; null for a deleted one. */
  async transact(
    db: Store,
    domain: EntryDomain,
    operations: readonly EntryOperation[],
  ): Promise<(Entry | null)[]> {
    const planned: PlannedOperation[] = [];
    for (const [index, operation] of operations.entries())
      planned.push(await inOperation(index, () => this.#plan(domain, operation)));
    refuseRepeated(planned);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = await findOperands(db, domain, planned);
      const changes: ChangedEntry[] = [];
      for (const [index, each] of planned.entries())
        changes.push(await inOperation(index, () => this.#change(domain, each, found[index])));
      const refused = await this.#write(db, domain, changes);
      if (refused.length === 0)
        return changes.map(({ id, after }) => after && toEntry({ id, document: after }));
    }
    throw new ConflictError('The entries are being changed by others. Please try again.');
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

  async #plan(domain: EntryDomain, operation: EntryOperation): Promise<PlannedOperation> {
    const collection = collectionOf(operation);
    const schema = await this.#schemaOf({ ...domain, collection });
    if (!('insert' in operation)) return { ...operation, collection, schema };
    const id = operation.entry.id ?? this.#parts.createId();
    const document = { ...operation.entry, id };
    await this.#check(domain, schema, document);
    return { collection, schema, id, document };
  }

  /** The entry as an operation finds and leaves it; throws if the operation cannot be done. */
  async #change(
    domain: EntryDomain,
    { collection, schema, id, document, changes }: PlannedOperation,
    { document: before, isMatch }: FoundOperand = { document: null, isMatch: false },
  ): Promise<ChangedEntry> {
    const place = { ...domain, collection };
    if (document) {
      if (before) throw alreadyThere(place, id);
      return { collection, id, before, after: document };
    }
    if (!before) throw noEntry(place, id);
    if (!isMatch) throw new ConflictError(`The entry ${id} of ${collection} does not match "where".`);
    if (!changes) return { collection, id, before, after: null };
    const after = { ...withChanges(before, changes), id };
    await this.#check(domain, schema, after);
    return { collection, id, before, after };
  }

  /** Makes all changes or none. Returns those of entries that others have changed meanwhile. */
  async #write(
    db: Store,
    domain: EntryDomain,
    changes: readonly ChangedEntry[],
  ): Promise<readonly ChangedEntry[]> {
    const { domainId, testId, limits } = domain;
    if (testId !== undefined)
      return (await writeTestChanges(db, { domainId, testId }, changes)) ? [] : changes;
    const recordChanges = await this.#parts.planEvents(
      domain,
      changes.map((each) => each.collection),
    );
    const transaction = await db.startTransaction().execute();
    try {
      const { added, refused } = await writeChanges(transaction, domain, changes, this.#parts.now());
      if (refused.length > 0) return refused;
      await addStored(transaction, domainId, added, limits);
      await updateIndexRows(transaction, domainId, changes);
      await recordChanges?.(transaction, changes);
      await transaction.commit().execute();
      return [];
    } finally {
      if (!transaction.isCommitted) await transaction.rollback().execute();
    }
  }

  /** Returns false if there is nothing to change. Entries stored by tests count toward no limit. */
  async #changeOne(
    db: Store,
    place: Collection,
    added: number,
    { live, indexed, ofTest }: Change,
  ): Promise<boolean> {
    const { domainId, collection, limits, testId } = place;
    if (testId !== undefined) return ofTest({ ...place, testId });
    const recordChanges = await this.#parts.planEvents(place, [collection]);
    return db.transaction().execute(async (transaction) => {
      const entryBytes = await live(transaction);
      if (entryBytes === undefined) return false;
      await addStored(transaction, domainId, { entries: added, entryBytes }, limits);
      const changes = [{ collection, ...indexed }];
      await updateIndexRows(transaction, domainId, changes);
      await recordChanges?.(transaction, changes);
      return true;
    });
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
    { domainId }: EntryDomain,
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

async function changedMeanwhile(
  db: Store,
  place: Collection,
  ids: readonly string[],
): Promise<ConflictError> {
  const stored = await listStored(db, place, ids);
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
  indexed: Omit<ChangedEntry, 'collection'>;
  ofTest: (place: TestCollection) => Promise<boolean>;
}

async function getStored(db: Store, place: Collection, id: string): Promise<StoredEntry> {
  const found = await findEntry(db, place, id);
  if (!found) throw noEntry(place, id);
  return found;
}

/** An operation of a transaction whose collection is there; an insertion with a document that is valid. */
interface PlannedOperation {
  collection: string;
  schema: PlainValue;
  id: string;
  document?: Record<string, unknown>;
  changes?: Record<string, unknown>;
  where?: Record<string, unknown> | undefined;
}

function refuseRepeated(operations: readonly PlannedOperation[]): void {
  const seen = new Map<string, number>();
  for (const [index, { collection, id }] of operations.entries()) {
    const key = `${collection}/${id}`;
    const other = seen.get(key);
    if (other !== undefined) {
      throw new UnprocessableError(
        `Operations ${other + 1} and ${index + 1} change the same entry ${id} of ${collection}. Combine them into one.`,
      );
    }
    seen.set(key, index);
  }
}

/** Adds the number of the operation to a refusal. */
async function inOperation<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      error.message = `Operation ${index + 1}: ${error.message}`;
      for (const each of error.fields ?? []) each.field = `operations.${index}.${each.field}`;
    }
    throw error;
  }
}

function alreadyThere({ collection }: Collection, id: string): ConflictError {
  return new ConflictError(`The entry ${id} already exists in ${collection}.`);
}

function noEntry({ collection }: Collection, id: string): NotFoundError {
  return new NotFoundError(`There is no entry ${id} in ${collection}.`);
}

function toEntry({ id, document }: StoredEntry): Entry {
  return { ...document, id: EntryId.parse(id) };
}
