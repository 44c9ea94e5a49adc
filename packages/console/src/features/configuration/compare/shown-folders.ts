import { foldersTo } from '../../../lib/folders.ts';
import type { ChosenFile } from '../decisions/diff-choices.ts';
import { placesOf } from '../files/file-places.ts';

/** `2 shown files` */
export const shownFiles = (count: number) =>
  `${count.toLocaleString('en')} shown ${count === 1 ? 'file' : 'files'}`;

/** Returns the folders with changed or incoming files, and their parents. */
export function foldersOf(files: readonly ChosenFile[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    if (file.type === 'NO_CHANGE') continue;
    for (const { folderPath } of placesOf(file)) {
      if (folders.has(folderPath)) continue;
      for (const path of foldersTo(folderPath)) folders.add(path);
    }
  }
  return [...folders].sort();
}
