import { type CompressedPieces, piecesOf, slicesOf, toPieces } from '../compressed-pieces.ts';
import type { RemoteFile, RemoteService } from './manifest.ts';

/*
 * The services of a pull as they are stored: each piece a list of services with some of their files, the files of one
 * folder next to each other. What is known of a service beside its files stands in the first piece, which holds all of
 * it in pulls of earlier versions of the platform.
 */

const FILES_PER_PIECE = 1000;

/** Some files of a service. */
export interface ManifestPart {
  serviceId: string;
  files: RemoteFile[];
}

export function toFilePieces(services: readonly RemoteService[]): CompressedPieces {
  return toPieces(filePieces(services));
}

function* filePieces(services: readonly RemoteService[]): Generator<ManifestPart[]> {
  for (const { serviceId, files } of services) {
    const byFolder = Map.groupBy(files, ({ folderPath }) => folderPath);
    for (const slice of slicesOf([...byFolder.values()].flat(), FILES_PER_PIECE)) {
      yield [{ serviceId, files: slice }];
    }
  }
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
  for (const piece of piecesOf<ManifestPart[]>(manifest)) yield* piece;
}

/** All of it. */
export function readManifest(manifest: Buffer): RemoteService[] {
  const byService = new Map<string, RemoteService>();
  for (const service of readServices(manifest)) byService.set(service.serviceId, { ...service, files: [] });
  for (const { serviceId, files } of readParts(manifest)) {
    const known = byService.get(serviceId)?.files;
    for (const file of files) known?.push(file);
  }
  return [...byService.values()];
}
