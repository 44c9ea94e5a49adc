import { CollectionName, EntryId } from '@atrium/contract/service-api/content-entry';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/item-file-names';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/plain-value';
import { takeSteps } from '@atrium/host/pauses';
import { CheckBudget } from './check-budget.ts';
import { checkSchema } from './check-schema.ts';
import { readPlain, refuse } from './collection-file.ts';
import type { StoredEntry } from './entry.repository.ts';
import { validate } from './json-schema.ts';
import type { PatternTest } from './pattern.ts';

export const COLLECTIONS_FOLDER = 'collections';

/**
 * The entries of all collections of a configuration, checked. A collection is `collections/<name>.meta.js`
 * with `{schema}`, and `collections/<name>.js` with the list of its entries. Files of `collections` that
 * cannot be used refuse the import.
 */
export function readCollections(
  files: ReadonlyMap<string, string>,
  testPattern: PatternTest,
): Promise<Map<string, StoredEntry[]>> {
  return takeSteps(readInSteps(files, CheckBudget.forImport(testPattern)));
}

function* readInSteps(
  files: ReadonlyMap<string, string>,
  budget: CheckBudget,
): Generator<undefined, Map<string, StoredEntry[]>> {
  const collections = new Map<string, StoredEntry[]>();
  const schemas = new Map<string, PlainValue>();
  const found = [...files].filter(([path]) => path.startsWith(`${COLLECTIONS_FOLDER}/`));
  for (const [path, content] of found) {
    const name = itemNameOf(path.slice(COLLECTIONS_FOLDER.length + 1));
    if (!CollectionName.safeParse(name).success)
      refuse(path, 'the name of a collection can contain only letters, digits, - and _');
    if (!isMetaFile(path)) continue;
    const fields = readPlain(path, content);
    const schema = isPlainObject(fields) ? (fields['schema'] ?? true) : refuse(path, 'must be an object');
    const problem = checkSchema(schema, budget.forOne());
    if (problem !== undefined) refuse(path, problem);
    schemas.set(name, schema);
    collections.set(name, []);
    yield;
  }
  for (const [path, content] of found) {
    if (isMetaFile(path)) continue;
    const name = itemNameOf(path.slice(COLLECTIONS_FOLDER.length + 1));
    const schema = schemas.get(name) ?? refuse(path, 'its metadata file is missing');
    const entries = readPlain(path, content);
    if (!Array.isArray(entries)) refuse(path, 'must be a list of entries');
    collections.set(name, yield* readEntries(path, entries, schema, budget));
  }
  return collections;
}

function* readEntries(
  path: string,
  entries: PlainValue[],
  schema: PlainValue,
  budget: CheckBudget,
): Generator<undefined, StoredEntry[]> {
  const stored = new Map<string, StoredEntry>();
  for (const [index, entry] of entries.entries()) {
    const id = isPlainObject(entry) ? EntryId.safeParse(entry['id']) : undefined;
    if (!isPlainObject(entry) || !id?.success) return refuse(path, `entry ${index + 1} has no id`);
    if (stored.has(id.data)) refuse(path, `the id ${id.data} appears twice`);
    const problem = validate(schema, entry, budget.forOne());
    if (problem !== undefined) refuse(path, `entry ${id.data}: ${problem}`);
    stored.set(id.data, { id: id.data, document: entry });
    yield;
  }
  return [...stored.values()];
}
