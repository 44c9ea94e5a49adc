import type { DiffFile } from './service-diffs.ts';

/** A folder with the changes in it and below it. */
export interface FolderNode {
  readonly path: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Folders that hold changes, and those above them, in the order of a tree. */
export function folderTree(changed: readonly DiffFile[]): FolderNode[] {
  const nodes = new Map<string, { path: string; added: number; changed: number; removed: number }>();
  for (const { type, folderPath } of changed) {
    const kind = type === 'NEW' ? 'added' : type === 'DELETED' ? 'removed' : 'changed';
    for (const path of foldersTo(folderPath)) {
      let node = nodes.get(path);
      if (!node) nodes.set(path, (node = { path, added: 0, changed: 0, removed: 0 }));
      node[kind]++;
    }
  }
  // A slash sorts before every other character, so everything below a folder follows it immediately.
  const orderOf = (path: string) => path.replaceAll('/', '\0');
  return [...nodes.values()].sort((a, b) => (orderOf(a.path) < orderOf(b.path) ? -1 : 1));
}

/** Whether a folder is another one, or is below it. */
export function isWithin(folderPath: string, folder: string): boolean {
  return folderPath === folder || folderPath.startsWith(`${folder}/`);
}

/** The folder and all above it, the innermost first. */
export function foldersTo(folderPath: string): string[] {
  const paths: string[] = [];
  for (let path = folderPath; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    paths.push(path);
  }
  return paths;
}
