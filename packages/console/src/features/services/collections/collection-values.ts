import type { EditedFile } from '@atrium/contract/configuration/edit';
import { type FilePlace, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { metaFileName, sourceFileName } from '@atrium/contract/service-api/files/item-file-names';
import { printLiteralModule } from '@atrium/contract/service-api/files/literal';
import type { Fields, MetaItem } from '../items/meta-item.ts';
import { type FieldValues, readSchema, writeSchema } from './collection-schema.ts';

export const COLLECTIONS_FOLDER = 'collections';

export interface CollectionValues {
  name: string;
  description: string;
  fields: FieldValues[];
  allowsOthers: boolean;
  message: string;
}

export const COLLECTION_LABELS = {
  description: 'Description',
  fields: 'Fields',
  allowsOthers: 'Entries may have other fields, too',
};

export const collectionPlaceOf = (name: string): FilePlace =>
  filePlaceOf(`${COLLECTIONS_FOLDER}/${metaFileName(name)}`);

/** The field that every entry has. */
const ID: FieldValues = { name: 'id', was: '', type: 'text', choices: '', isRequired: true };

/** Entries file of a new collection, initially empty. */
export function firstEntries(name: string): EditedFile {
  const content = printLiteralModule([]);
  return { folderPath: COLLECTIONS_FOLDER, name: sourceFileName(name), content, checksum: null };
}

export function toCollectionValues(fields: Fields, item: MetaItem | undefined): CollectionValues {
  const { description, schema } = fields;
  const read = item ? readSchema(schema) : { fields: [ID], allowsOthers: false };
  return {
    name: item?.name ?? '',
    description: typeof description === 'string' ? description : '',
    ...read,
    message: '',
  };
}

/** Keeps all other fields of the file. */
export function toCollectionFields(values: CollectionValues, before: Fields): Fields {
  const { name, description } = values;
  return {
    ...(Object.keys(before).length === 0 && { id: name }),
    ...before,
    ...((description !== '' || 'description' in before) && { description }),
    schema: writeSchema(before['schema'], values),
  };
}
