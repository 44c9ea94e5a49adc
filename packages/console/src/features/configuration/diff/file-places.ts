import type { FilePlace } from '@atrium/contract/service-api/configuration-file';
import { foldersTo, isWithin } from '../../../lib/folders.ts';
import type { ChosenFile } from './diff-choices.ts';

/** Where a file is, and where it goes if it is moved: it is looked for in both places. */
export function placesOf({ folderPath, name, movedTo }: ChosenFile): FilePlace[] {
  const place = { folderPath, name };
  return movedTo ? [place, movedTo] : [place];
}

/** The folders that a file is in or goes to, and all above them. */
export function foldersWith(file: ChosenFile): Set<string> {
  return new Set(placesOf(file).flatMap(({ folderPath }) => foldersTo(folderPath)));
}

/** Whether a file is in a folder or below it, or goes there. */
export function isInFolder(file: ChosenFile, folder: string): boolean {
  return placesOf(file).some(({ folderPath }) => isWithin(folderPath, folder));
}
