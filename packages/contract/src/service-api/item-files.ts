import type { z } from 'zod';
import { type ConfigurationFile, filePathOf } from './configuration-file.ts';
import { type ConfigurationItem, ItemCollections, OWN_KEYS } from './configuration-item.ts';
import { isMetaFile, itemNameOf, metaFileName, sourceFileName } from './item-file-names.ts';
import { parseLiteralModule, printLiteralModule } from './literal.ts';
import { findPlaceConflicts, placeConflictText } from './place-conflicts.ts';
import { isPlainObject, type PlainValue } from './plain-value.ts';

/*
 * The same configuration in two forms. As files: `functions/orders/create.js` and `create.meta.js`. As a
 * JSON body: `{functions: [{name: 'create', folder: 'orders', source, id, acl, …}]}`.
 * files → body → files restores every byte; body → files → body restores the body in normal form.
 *
 * The values of a file become fields, so that two bodies can be compared by item and field. Where the fields alone would
 * not reproduce the same text (comments, another layout, a function), the text itself is included as `source` or
 * `metaSource`. A field that was edited since takes precedence over the included text.
 */

/** The whole configuration of one service: items by collection. The collection is the first folder. */
export const ConfigurationBody = ItemCollections.superRefine((body, context) => {
  for (const conflict of findPlaceConflicts(bodyToFiles(body))) {
    context.addIssue({ code: 'custom', message: placeConflictText(conflict) });
  }
});

export type ConfigurationBody = Record<string, ConfigurationItem[]>;

/** Why something is not a configuration, in words: `functions.0.name: Not a valid name.` */
export function bodyProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `Not a configuration. ${place}${issue?.message ?? 'Unknown problem'}.`;
}

export function filesToBody(files: readonly ConfigurationFile[]): ConfigurationBody {
  const pairs = new Map<string, { folderPath: string; name: string; source?: string; meta?: string }>();
  for (const { folderPath, name, content } of [...files].sort(byPath)) {
    const itemName = itemNameOf(name);
    const key = filePathOf({ folderPath, name: itemName });
    const pair = pairs.get(key) ?? { folderPath, name: itemName };
    pairs.set(key, Object.assign(pair, isMetaFile(name) ? { meta: content } : { source: content }));
  }
  const collections = new Map<string, ConfigurationItem[]>();
  for (const { folderPath, name, source, meta } of pairs.values()) {
    const [collection = '', ...rest] = folderPath.split('/');
    const folder = rest.join('/');
    const item: ConfigurationItem = { name, ...(folder && { folder }), ...readSource(source) };
    // First what the fields say; the text only if they do not say all of it.
    Object.assign(item, readFields(meta));
    if (meta !== undefined && printMeta(item) !== meta) item.metaSource = meta;
    const items = collections.get(collection);
    if (items) items.push(item);
    else collections.set(collection, [item]);
  }
  return Object.fromEntries(collections);
}

export function bodyToFiles(body: ConfigurationBody): ConfigurationFile[] {
  const files: ConfigurationFile[] = [];
  for (const [collection, items] of Object.entries(body)) {
    for (const item of items) {
      const folderPath = item.folder ? `${collection}/${item.folder}` : collection;
      const [source, meta] = [printSource(item), printMeta(item)];
      if (source !== undefined) files.push({ folderPath, name: sourceFileName(item.name), content: source });
      if (meta !== undefined) files.push({ folderPath, name: metaFileName(item.name), content: meta });
    }
  }
  return files.sort(byPath);
}

/** Order by code unit: the same on every machine and in every language setting. */
function byPath(a: ConfigurationFile, b: ConfigurationFile): number {
  const [left, right] = [filePathOf(a), filePathOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function readPlain(text: string | undefined): PlainValue | undefined {
  if (text === undefined) return undefined;
  try {
    return parseLiteralModule(text);
  } catch {
    return undefined;
  }
}

function readSource(source: string | undefined): Pick<ConfigurationItem, 'source' | 'entries'> {
  const entries = readPlain(source);
  if (source === undefined || !Array.isArray(entries)) return source === undefined ? {} : { source };
  return printLiteralModule(entries) === source ? { entries } : { entries, source };
}

function printSource({ source, entries }: ConfigurationItem): string | undefined {
  if (entries === undefined) return source;
  return isSame(readPlain(source), entries) && source !== undefined ? source : printLiteralModule(entries);
}

function fieldsOf(value: { [key: string]: unknown }): { [key: string]: PlainValue } {
  const fields = Object.entries(value).filter(([key, part]) => !OWN_KEYS.has(key) && part !== undefined);
  return Object.fromEntries(fields) as { [key: string]: PlainValue };
}

function readFields(meta: string | undefined): { [key: string]: PlainValue } {
  const value = readPlain(meta);
  return isPlainObject(value) ? fieldsOf(value) : {};
}

function printMeta(item: ConfigurationItem): string | undefined {
  const fields = fieldsOf(item);
  if (item.metaSource !== undefined && isSame(readFields(item.metaSource), fields)) return item.metaSource;
  const hasSource = item.source !== undefined || item.entries !== undefined;
  // An item needs at least one file; an empty metadata file is written only if there is nothing else.
  if (Object.keys(fields).length === 0 && hasSource) return undefined;
  return printLiteralModule(fields);
}

/** Equal in value and in order of keys. */
function isSame(a: PlainValue | undefined, b: PlainValue): boolean {
  return a !== undefined && printLiteralModule(a) === printLiteralModule(b);
}
