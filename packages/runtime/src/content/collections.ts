import { filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { CollectionName, EntryId } from '@atrium/contract/service-api/content-entry';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/plain-value';
import { UnprocessableError } from '@atrium/host/errors';
import type { StoredEntry } from './entry.repository.ts';
import { checkSchema, type PatternTest, validate } from './json-schema.ts';

export const COLLECTIONS_FOLDER = 'collections';

/**
 * The entries of all collections of a configuration, checked. A collection is `collections/<name>.meta.js`
 * with `{schema}`, and `collections/<name>.js` with the list of its entries. Files of `collections` that
 * cannot be used refuse the import.
 */
export function readCollections(
  files: ReadonlyMap<string, string>,
  testPattern: PatternTest,
): Map<string, StoredEntry[]> {
  const collections = new Map<string, StoredEntry[]>();
  const schemas = new Map<string, PlainValue>();
  const found = [...files].filter(([path]) => path.startsWith(`${COLLECTIONS_FOLDER}/`));
  for (const [path, content] of found) {
    const name = itemNameOf(path.slice(COLLECTIONS_FOLDER.length + 1));
    if (!CollectionName.safeParse(name).success)
      refuse(path, 'a collection is named by letters, digits, - and _');
    if (!isMetaFile(path)) continue;
    const fields = readPlain(path, content);
    const schema = isPlainObject(fields) ? (fields['schema'] ?? true) : refuse(path, 'must be an object');
    const problem = checkSchema(schema);
    if (problem !== undefined) refuse(path, problem);
    schemas.set(name, schema);
    collections.set(name, []);
  }
  for (const [path, content] of found) {
    if (isMetaFile(path)) continue;
    const name = itemNameOf(path.slice(COLLECTIONS_FOLDER.length + 1));
    const schema = schemas.get(name) ?? refuse(path, 'its metadata file is missing');
    const entries = readPlain(path, content);
    if (!Array.isArray(entries)) refuse(path, 'must be a list of entries');
    collections.set(name, readEntries(path, entries, schema, testPattern));
  }
  return collections;
}

function readEntries(
  path: string,
  entries: PlainValue[],
  schema: PlainValue,
  testPattern: PatternTest,
): StoredEntry[] {
  const seen = new Set<string>();
  return entries.map((entry, index) => {
    const id = isPlainObject(entry) ? EntryId.safeParse(entry['id']) : undefined;
    if (!isPlainObject(entry) || !id?.success) return refuse(path, `entry ${index + 1} has no id`);
    if (seen.has(id.data)) refuse(path, `the id ${id.data} stands twice`);
    seen.add(id.data);
    const problem = validate(schema, entry, testPattern);
    if (problem !== undefined) refuse(path, `entry ${id.data}: ${problem}`);
    return { id: id.data, document: entry };
  });
}

function readPlain(path: string, content: string): PlainValue {
  try {
    return parseLiteralModule(content);
  } catch (error) {
    if (error instanceof LiteralError)
      refuse(path, `${error.message} (line ${error.line}, column ${error.column})`);
    throw error;
  }
}

function refuse(path: string, reason: string): never {
  throw new UnprocessableError(`${path}: ${reason}`, {
    details: [{ ...filePlaceOf(path), reason }],
  });
}
