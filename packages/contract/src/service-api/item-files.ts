import { z } from 'zod';
import {
  type ConfigurationFile,
  FileName,
  FolderPath,
  filePathOf,
  findPlaceConflicts,
  isMetaFile,
  itemNameOf,
  metaFileName,
  placeConflictText,
  sourceFileName,
} from './configuration-file.ts';
import { parseLiteralModule, printLiteralModule } from './literal.ts';
import { isPlainObject, PlainValue } from './plain-value.ts';

/*
 * The same configuration in two forms. As files: `functions/orders/create.js` and `create.meta.js`. As a
 * JSON body: `{functions: [{name: 'create', folder: 'orders', source, id, acl, …}]}`.
 * files → body → files gives every byte back; body → files → body gives the body back in normal form.
 *
 * What a file says is spread into fields, so that two bodies can be compared by item and field. Where the
 * fields alone would not print the same text again (comments, another layout, a function), the text itself
 * is kept beside them as `source` or `metaSource`. A field that was edited since wins over the kept text.
 */

/** Keys of an item that are not fields of its metadata file. */
const OWN_KEYS = new Set(['name', 'folder', 'source', 'entries', 'metaSource']);

/** Text and data, and the fields of the metadata file (`id`, `acl`, `disabled`, `tags` …). */
export interface ConfigurationItem {
  name: string;
  folder?: string | undefined;
  source?: string | undefined;
  entries?: PlainValue[] | undefined;
  metaSource?: string | undefined;
  [field: string]: PlainValue | undefined;
}

export const ConfigurationItem = z
  .object(
    {
      name: z
        .string('Every item needs a name')
        .refine((name) => FileName.safeParse(metaFileName(name)).success, 'Not a valid name'),
      /** Folder below the collection; left out for the collection's own folder. */
      folder: FolderPath.or(z.literal('')).optional(),
      /** Text of the source file, where `entries` alone do not give it. */
      source: z.string('The source must be a text').optional(),
      /** The data of a source file that is a plain list. */
      entries: z.array(PlainValue, 'The entries must be a list').optional(),
      /** Text of the metadata file, where the other fields alone do not give it. */
      metaSource: z.string('The text of the metadata must be a text').optional(),
    },
    'An item must be an object',
  )
  .catchall(PlainValue) as z.ZodType<ConfigurationItem>;

const isCollectionName = (name: string) => !name.includes('/') && FolderPath.safeParse(name).success;

/** Items by collection, some of which may not be able to exist together. */
export const ItemCollections = z.record(
  z.string().refine(isCollectionName),
  z.array(ConfigurationItem, 'A collection must be a list of items'),
  {
    error: ({ code }) =>
      code === 'invalid_key'
        ? 'Not a valid name of a collection'
        : 'The file must hold an object of collections',
  },
);

/** The whole configuration of one service: items by collection. The collection is the first folder. */
export const ConfigurationBody = ItemCollections.superRefine((body, context) => {
  for (const conflict of findPlaceConflicts(bodyToFiles(body))) {
    context.addIssue({ code: 'custom', message: placeConflictText(conflict) });
  }
});
export type ConfigurationBody = Record<string, ConfigurationItem[]>;

/** Why something is no configuration, in words: `functions.0.name: Not a valid name.` */
export function bodyProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `Not a configuration. ${place}${issue?.message ?? 'Unknown problem'}.`;
}

/** `functions/orders/create`: names an item within one service. */
export function itemPathOf(collection: string, { folder, name }: ConfigurationItem): string {
  return [collection, folder, name].filter(Boolean).join('/');
}

export function filesToBody(files: readonly ConfigurationFile[]): ConfigurationBody {
  const pairs = new Map<string, { folderPath: string; name: string; source?: string; meta?: string }>();
  for (const { folderPath, name, content } of [...files].sort(byPath)) {
    const itemName = itemNameOf(name);
    const key = `${folderPath}/${itemName}`;
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
  // An item needs at least one file; an empty metadata file is written only where nothing else is.
  if (Object.keys(fields).length === 0 && hasSource) return undefined;
  return printLiteralModule(fields);
}

/** Equal in value and in order of keys. */
function isSame(a: PlainValue | undefined, b: PlainValue): boolean {
  return a !== undefined && printLiteralModule(a) === printLiteralModule(b);
}
