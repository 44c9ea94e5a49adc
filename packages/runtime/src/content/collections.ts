import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, isTypeScript, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { CollectionName, EntryId } from '@atrium/contract/service-api/functions/content-entry';
import { UnprocessableError } from '@atrium/host/errors';
import { Pauses } from '@atrium/host/event-loop';
import type { Check } from './checks.ts';
import type { StoredEntry } from './entry.repository.ts';

const MAX_INDEXES = 5;
const MAX_DOMAIN_INDEXES = 50;

/** Contents of a collection's files. */
export interface CollectionFiles {
  entries: StoredEntry[];
  /** Fields to sort by, however many entries there are. */
  indexes: string[];
}

export const CONTENT_SERVICE = 'content';
export const COLLECTIONS_FOLDER = 'collections';

/**
 * The entries of all collections of a configuration, checked. A collection is `collections/<name>.meta.js`
 * with `{schema, indexes}`, and `collections/<name>.js` with the list of its entries. Files of `collections` that
 * cannot be used refuse the import.
 */
export async function readCollections(
  files: ReadonlyMap<string, string>,
  check: Check,
): Promise<Map<string, CollectionFiles>> {
  const pauses = new Pauses();
  const collections = new Map<string, CollectionFiles>();
  const schemas = new Map<string, PlainValue>();
  const found = [...files].filter(([path]) => path.startsWith(`${COLLECTIONS_FOLDER}/`));
  for (const [path, content] of found) {
    const name = itemNameOf(path.slice(COLLECTIONS_FOLDER.length + 1));
    if (isTypeScript(path)) refuse(path, 'the entries of a collection are in a .js file');
    if (!CollectionName.safeParse(name).success)
      refuse(path, 'the name of a collection can contain only letters, digits, - and _');
    if (!isMetaFile(path)) continue;
    const fields = readPlain(path, content);
    const schema = isPlainObject(fields) ? (fields['schema'] ?? true) : refuse(path, 'must be an object');
    const problem = await check({ schema });
    if (problem !== undefined) refuse(path, problem);
    schemas.set(name, schema);
    collections.set(name, { entries: [], indexes: readIndexes(path, fields, schema) });
    const indexes = [...collections.values()].reduce((sum, each) => sum + each.indexes.length, 0);
    if (indexes > MAX_DOMAIN_INDEXES)
      refuse(path, `all collections together have at most ${MAX_DOMAIN_INDEXES} indexes`);
    if (pauses.isDue) await pauses.take();
  }
  for (const [path, content] of found) {
    if (isMetaFile(path)) continue;
    const name = itemNameOf(path.slice(COLLECTIONS_FOLDER.length + 1));
    const schema = schemas.get(name) ?? refuse(path, 'its metadata file is missing');
    const entries = readPlain(path, content);
    if (!Array.isArray(entries)) refuse(path, 'must be a list of entries');
    const stored = new Map<string, StoredEntry>();
    for (const [index, entry] of entries.entries()) {
      const id = isPlainObject(entry) ? EntryId.safeParse(entry['id']) : undefined;
      if (!isPlainObject(entry) || !id?.success) return refuse(path, `entry ${index + 1} has no id`);
      if (stored.has(id.data)) refuse(path, `the id ${id.data} appears twice`);
      const problem = await check({ schema, value: entry });
      if (problem !== undefined) refuse(path, `entry ${id.data}: ${problem}`);
      stored.set(id.data, { id: id.data, document: entry });
      if (pauses.isDue) await pauses.take();
    }
    collections.set(name, { indexes: [], ...collections.get(name), entries: [...stored.values()] });
  }
  return collections;
}

function readIndexes(path: string, fields: PlainValue, schema: PlainValue): string[] {
  const given = isPlainObject(fields) ? (fields['indexes'] ?? []) : [];
  if (!Array.isArray(given)) return refuse(path, '"indexes" must be a list of names of fields');
  const indexes = given.map((each) =>
    typeof each === 'string' ? each : refuse(path, '"indexes" must be a list of names of fields'),
  );
  if (indexes.length > MAX_INDEXES) refuse(path, `a collection has at most ${MAX_INDEXES} indexes`);
  const properties =
    isPlainObject(schema) && isPlainObject(schema['properties']) ? schema['properties'] : undefined;
  for (const [index, field] of indexes.entries()) {
    if (indexes.indexOf(field) !== index) refuse(path, `"indexes" names ${field} twice`);
    if (properties && !Object.hasOwn(properties, field))
      refuse(path, `"indexes" names ${field}, which is no property of the schema`);
    if (field === '' || field.length > 200) refuse(path, '"indexes" must name fields of 1 to 200 characters');
  }
  return indexes;
}

/** Value that a file of a collection exports; throws if it isn't a plain one. */
function readPlain(path: string, content: string): PlainValue {
  try {
    return parseLiteralModule(content);
  } catch (error) {
    if (error instanceof LiteralError)
      refuse(path, `${error.message} (line ${error.line}, column ${error.column})`);
    throw error;
  }
}

/** Refuses the import, because of this file. */
function refuse(path: string, reason: string): never {
  throw new UnprocessableError(`${path}: ${reason}`, {
    details: [{ ...filePlaceOf(path), reason }],
  });
}
