import { foldersTo } from '../../../lib/folders.ts';
import type { ChosenFile } from './diff-choices.ts';

/** `2 shown files` */
export const shownFiles = (count: number) =>
  `${count.toLocaleString('en')} shown ${count === 1 ? 'file' : 'files'}`;

/** Every folder that holds changed files, and the folders above it. */
export function foldersOf(files: readonly ChosenFile[]): string[] {
  const folders = new Set<string>();
  for (const { type, folderPath } of files) {
    if (type === 'NO_CHANGE' || folders.has(folderPath)) continue;
    for (const path of foldersTo(folderPath)) folders.add(path);
  }
  return [...folders].sort();
}
