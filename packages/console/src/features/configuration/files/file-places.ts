import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';

/** A file's path, and the target path of a move. */
interface MovingFile extends FilePlace {
  readonly movedTo?: FilePlace;
}

/** Returns the current path of a file and, for a move, its target path. Searches match both. */
export function placesOf(file: MovingFile): FilePlace[] {
  return file.movedTo ? [file, file.movedTo] : [file];
}
