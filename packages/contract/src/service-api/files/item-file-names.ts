const META_ENDING = '.meta.js';

/** Endings of sources: JavaScript and TypeScript. They are equally long. */
export const SOURCE_ENDINGS = ['.js', '.ts'] as const;

export type SourceEnding = (typeof SOURCE_ENDINGS)[number];

/** Folder of the functions of a service. */
export const FUNCTIONS_FOLDER = 'functions';

/** Whether a file holds an item's metadata. */
export function isMetaFile(name: string): boolean {
  return name.endsWith(META_ENDING);
}

/** Whether a name ends as those of sources and metadata do. Declarations of types (`.d.ts`) are neither. */
export function hasItemEnding(name: string): boolean {
  return SOURCE_ENDINGS.some((ending) => name.endsWith(ending)) && !/\.(?:d|meta)\.ts$/.test(name);
}

/** Whether a file is a source in TypeScript. */
export function isTypeScript(name: string): boolean {
  return name.endsWith('.ts');
}

/** Name of the item a file belongs to: `a.js`, `a.ts` and `a.meta.js` → `a`. */
export function itemNameOf(name: string): string {
  return name.slice(0, -(isMetaFile(name) ? META_ENDING : SOURCE_ENDINGS[0]).length);
}

/** Returns the name of an item's source file. */
export function sourceFileName(itemName: string, ending: SourceEnding = '.js'): string {
  return itemName + ending;
}

/** Names that the source file of an item may have; it has one of them. */
export function sourceFileNames(itemName: string): string[] {
  return SOURCE_ENDINGS.map((ending) => itemName + ending);
}

/** Path of an item's source among files by path. */
export function findSource(files: { has(path: string): boolean }, itemPath: string): string | undefined {
  return sourceFileNames(itemPath).find((path) => files.has(path));
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
