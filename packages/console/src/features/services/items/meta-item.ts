import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';

export type Fields = Record<string, PlainValue>;

/** A rule or a collection: the metadata file that it is. */
export interface MetaItem {
  /** `orders/confirm` in its folder. */
  name: string;
  place: FilePlace;
  file: SourceFile;
  /** Undefined for a text that a form cannot show, because it is more than plain values. */
  fields: Fields | undefined;
}

export function toMetaItem(folder: string, place: FilePlace, file: SourceFile): MetaItem {
  const name = itemNameOf(filePathOf(place).slice(folder.length + 1));
  return { name, place, file, fields: readFields(file.content) };
}

export function readFields(text: string): Fields | undefined {
  try {
    const value = parseLiteralModule(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
