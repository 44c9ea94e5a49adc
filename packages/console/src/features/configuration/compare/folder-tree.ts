import { inTreeOrder } from '../../../lib/folders.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { foldersWith } from '../files/file-places.ts';

/** A folder with the changes in it and below it. */
export interface FolderNode {
  readonly path: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Returns the folders with changes and their parents, in tree order. */
export function folderTree(changed: readonly DiffFile[]): FolderNode[] {
  const nodes = new Map<string, { path: string; added: number; changed: number; removed: number }>();
  for (const file of changed) {
    const { type } = file;
    const kind = type === 'NEW' ? 'added' : type === 'DELETED' ? 'removed' : 'changed';
    for (const path of foldersWith(file)) {
      let node = nodes.get(path);
      if (!node) nodes.set(path, (node = { path, added: 0, changed: 0, removed: 0 }));
      node[kind]++;
    }
  }
  return inTreeOrder([...nodes.values()]);
}
