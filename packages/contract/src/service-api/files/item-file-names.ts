const META_ENDING = '.meta.js';

const SOURCE_ENDING = '.js';

/** Folder of the functions of a service. */
export const FUNCTIONS_FOLDER = 'functions';

/** Whether a file holds an item's metadata. */
export function isMetaFile(name: string): boolean {
  return name.endsWith(META_ENDING);
}

/** Name of the item a file belongs to: `a.js` and `a.meta.js` → `a`. */
export function itemNameOf(name: string): string {
  return name.slice(0, -(isMetaFile(name) ? META_ENDING : SOURCE_ENDING).length);
}

/** Returns the name of an item's source file. */
export function sourceFileName(itemName: string): string {
  return itemName + SOURCE_ENDING;
}

/** Returns the name of an item's metadata file. */
export function metaFileName(itemName: string): string {
  return itemName + META_ENDING;
}

/** Path of a source's metadata. */
export function metaPathOf(sourcePath: string): string {
  const cut = sourcePath.lastIndexOf('/') + 1;
  return sourcePath.slice(0, cut) + metaFileName(itemNameOf(sourcePath.slice(cut)));
}
