import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { foldersTo, isWithin } from '../../../lib/folders.ts';

/** A file's path, and the target path of a move. */
interface MovingFile extends FilePlace {
  readonly movedTo?: FilePlace;
}

/** Returns the current path of a file and, for a move, its target path. Searches match both. */
export function placesOf(file: MovingFile): FilePlace[] {
  return file.movedTo ? [file, file.movedTo] : [file];
}

/** Returns the folders of a file's current and target path, and all their parents. */
export function foldersWith({ folderPath, movedTo }: MovingFile): Iterable<string> {
  const folders = foldersTo(folderPath);
  // Each of them once: most files are in one place, and there are very many.
  return movedTo ? new Set([...folders, ...foldersTo(movedTo.folderPath)]) : folders;
}

/** Whether a file's current or target path is in a folder or below it. */
export function isInFolder(file: MovingFile, folder: string): boolean {
  return placesOf(file).some(({ folderPath }) => isWithin(folderPath, folder));
}
