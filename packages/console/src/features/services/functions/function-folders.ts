import { folderOf, foldersTo, inTreeOrder } from '../../../lib/folders.ts';

export interface FunctionFolder {
  path: string;
  /** Functions in it and below it. */
  count: number;
}

/** Folders of functions and their parents, in tree order. */
export function functionFolders(names: readonly string[]): FunctionFolder[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const path of foldersTo(folderOf(name))) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return inTreeOrder([...counts].map(([path, count]) => ({ path, count })));
}
