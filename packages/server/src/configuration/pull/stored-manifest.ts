import { type CompressedPieces, piecesOf, slicesOf, toPieces } from '../compressed-pieces.ts';
import type { RemoteFile, RemoteService } from './manifest.ts';

/*
 * Stored services of a pull: the first piece lists the services without files, each further piece a service with some of its
 * files, by folder.
 */

const FILES_PER_PIECE = 1000;

/** Some files of a service. */
export interface ManifestPart {
  serviceId: string;
  files: RemoteFile[];
}

interface StoredPart {
  serviceId: string;
  folders?: StoredFolder[];
}

interface StoredFolder {
  folderPath: string;
  files: StoredFile[];
}

type StoredFile = [name: string, checksum: string, spelledPath?: string];

export function toFilePieces(services: readonly RemoteService[]): CompressedPieces {
  return toPieces(filePieces(services));
}

function* filePieces(services: readonly RemoteService[]): Generator<StoredPart[]> {
  for (const { serviceId, files } of services) {
    const byFolder = Map.groupBy(files, ({ folderPath }) => folderPath);
    for (const slice of slicesOf([...byFolder.values()].flat(), FILES_PER_PIECE)) {
      yield [{ serviceId, folders: toFolders(slice) }];
    }
  }
}

function toFolders(files: readonly RemoteFile[]): StoredFolder[] {
  const folders: StoredFolder[] = [];
  for (const { folderPath, name, checksum, spelledPath } of files) {
    let last = folders.at(-1);
    if (last?.folderPath !== folderPath) folders.push((last = { folderPath, files: [] }));
    last.files.push(spelledPath === undefined ? [name, checksum] : [name, checksum, spelledPath]);
  }
  return folders;
}

function toFiles(folders: readonly StoredFolder[]): RemoteFile[] {
  return folders.flatMap(({ folderPath, files }) =>
    files.map(([name, checksum, spelledPath]) => {
      return { folderPath, name, checksum, ...(spelledPath !== undefined && { spelledPath }) };
    }),
  );
}

/** The whole, from services without their files and those in pieces. */
export function toStoredManifest(services: readonly RemoteService[], files: Buffer): CompressedPieces {
  return Buffer.concat([toPieces([services]), files]);
}

/** Without their files. */
export function readServices(manifest: Buffer): Omit<RemoteService, 'files'>[] {
  const [first = []] = piecesOf<RemoteService[]>(manifest);
  return first.map(({ files: _files, ...service }) => service);
}

export function* readParts(manifest: Buffer): Generator<ManifestPart> {
  for (const piece of piecesOf<StoredPart[]>(manifest)) {
    for (const { serviceId, folders = [] } of piece) yield { serviceId, files: toFiles(folders) };
  }
}

/** All of it, in steps of one piece. */
export function* readManifest(manifest: Buffer): Generator<undefined, RemoteService[]> {
  const byService = new Map<string, RemoteService>();
  for (const service of readServices(manifest)) byService.set(service.serviceId, { ...service, files: [] });
  for (const { serviceId, files } of readParts(manifest)) {
    const known = byService.get(serviceId)?.files;
    for (const file of files) known?.push(file);
    yield;
  }
  return [...byService.values()];
}
