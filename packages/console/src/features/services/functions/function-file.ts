import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import {
  FUNCTIONS_FOLDER,
  isMetaFile,
  itemNameOf,
  metaFileName,
  type SourceEnding,
  sourceFileName,
} from '@atrium/contract/service-api/files/item-file-names';
import { paths } from '../../../paths.ts';

const FOLDER = `${FUNCTIONS_FOLDER}/`;

/** `orders/create` → the file of its source. */
export function sourcePlaceOf(name: string, ending: SourceEnding = '.js'): FilePlace {
  return filePlaceOf(FOLDER + sourceFileName(name, ending));
}

/** `orders/create` → the file of its metadata. */
export function metadataPlaceOf(name: string): FilePlace {
  return filePlaceOf(FOLDER + metaFileName(name));
}

/** The function whose source a file is, or undefined. */
export function functionOf(place: FilePlace): string | undefined {
  const path = filePathOf(place);
  if (!path.startsWith(FOLDER) || isMetaFile(place.name)) return undefined;
  return itemNameOf(path.slice(FOLDER.length));
}

/** The page of a live file: that of the function whose source it is, else its own. */
export function filePage(serviceId: string, place: FilePlace): string {
  const name = functionOf(place);
  return paths.service(serviceId, name === undefined ? { file: filePathOf(place) } : { function: name });
}

/** `functions/orders/create.js` or `create.ts` → `orders/create`. */
export function functionOfPath(path: string): string | undefined {
  return functionOf(filePlaceOf(path));
}
