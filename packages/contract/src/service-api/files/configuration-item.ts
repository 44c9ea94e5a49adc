import { z } from 'zod';
import { FileName, FolderPath, isFileName } from './configuration-file.ts';
import { isMetaFile, SOURCE_ENDINGS, type SourceEnding, sourceFileName } from './item-file-names.ts';
import { PlainValue } from './plain-value.ts';

/** Keys of an item that are not fields of its metadata file. */
export const OWN_KEYS = new Set(['name', 'folder', 'source', 'sourceEnding', 'entries', 'metaSource']);

/** Text and data, and the fields of the metadata file (`id`, `acl`, `disabled`, `tags` …). */
export interface ConfigurationItem {
  name: string;
  folder?: string | undefined;
  source?: string | undefined;
  sourceEnding?: SourceEnding | undefined;
  entries?: PlainValue[] | undefined;
  metaSource?: string | undefined;
  [field: string]: PlainValue | undefined;
}

export const ConfigurationItem = z
  .object(
    {
      name: z.string('Every item needs a name').refine(isItemName, 'Not a valid name'),
      /** Folder below the collection; left out for the collection's own folder. */
      folder: FolderPath.or(z.literal('')).optional(),
      /** Text of the source file, if `entries` alone do not reproduce it. */
      source: z.string('The source must be a text').optional(),
      /** Ending of the source file; left out for `.js`. */
      sourceEnding: z.enum(SOURCE_ENDINGS, 'The ending of the source must be .js or .ts').optional(),
      /** The data of a source file that is a plain list. */
      entries: z.array(PlainValue, 'The entries must be a list').optional(),
      /** Text of the metadata file, if the other fields alone do not reproduce it. */
      metaSource: z.string('The text of the metadata must be a text').optional(),
    },
    'An item must be an object',
  )
  .catchall(PlainValue)
  .refine(({ name, sourceEnding }) => sourceEnding !== '.ts' || isFileName(sourceFileName(name, '.ts')), {
    path: ['name'],
    error: 'Not a valid name',
  }) as z.ZodType<ConfigurationItem>;

/** Not every name leaves room for the longer one of a metadata file, which the item may not have. */
function isItemName(name: string): boolean {
  const fileName = sourceFileName(name);
  return FileName.safeParse(fileName).success && !isMetaFile(fileName);
}

export const isCollectionName = (name: string) => !name.includes('/') && FolderPath.safeParse(name).success;

/** Items by collection, some of which may not be able to exist together. */
export const ItemCollections = z.record(
  z.string().refine(isCollectionName),
  z.array(ConfigurationItem, 'A collection must be a list of items'),
  {
    error: ({ code }) =>
      code === 'invalid_key'
        ? 'Not a valid name of a collection'
        : 'The file must contain an object of collections',
  },
);

/** `functions/orders/create`: names an item within one service. */
export function itemPathOf(collection: string, { folder, name }: ConfigurationItem): string {
  return [collection, folder, name].filter(Boolean).join('/');
}
