import type { FilePlace } from '../service-api/files/configuration-file.ts';

/*
 * A file's place is a `FilePlace`; with its service it is a `FileRef`. The payloads of the specification carry the same
 * place in three spellings: `{ fileName, folderName }`, `{ name, folder }`, and lists of folders, each of which calls
 * its path `name`. They are translated here and nowhere else. Input has passed its schema.
 */

/** A file's place on the whole platform. */
export interface FileRef extends FilePlace {
  serviceId: string;
}

/** The names under which payloads carry one place. */
interface WirePlace {
  fileName?: string | undefined;
  name?: string | undefined;
  folderName?: string | undefined;
  folder?: string | undefined;
}

/** A list of files by folder. */
interface WireFolder<File> {
  /** The folder's whole path. */
  name: string;
  files: File[];
}

export function toFilePlace({
  fileName,
  name = fileName,
  folderName,
  folder = folderName,
}: WirePlace): FilePlace {
  if (folder === undefined || name === undefined) throw new TypeError('a file needs a folder and a name');
  return { folderPath: folder, name };
}

export function toFileRef({ serviceId, ...place }: WirePlace & { serviceId: string }): FileRef {
  return { serviceId, ...toFilePlace(place) };
}

/** The body of POST /console/v1/git/config/file. */
export function toRemoteFileBody(uuid: string, { serviceId, folderPath, name }: FileRef) {
  return { uuid, serviceId, fileName: name, folderName: folderPath };
}

/** The body of POST {service}/export/source/file, and how …/files lists one. */
export function toSourceFileBody({ folderPath, name }: FilePlace) {
  return { name, folder: folderPath };
}

/** Files by folder, each as `listed` says; folders and files in the order in which they come. */
export function toFolders<File extends FilePlace, Listed>(
  files: Iterable<File>,
  listed: (file: File) => Listed,
): WireFolder<Listed>[] {
  const folders = new Map<string, WireFolder<Listed>>();
  for (const file of files) {
    const folder = folders.get(file.folderPath) ?? { name: file.folderPath, files: [] };
    folders.set(file.folderPath, folder);
    folder.files.push(listed(file));
  }
  return [...folders.values()];
}

/** The files of all folders, each with its place. */
export function filesOfFolders<File extends { name: string }>(
  folders: readonly WireFolder<File>[],
): (File & FilePlace)[] {
  return folders.flatMap(({ name: folderPath, files }) => files.map((file) => ({ ...file, folderPath })));
}
