import { type ManifestFile, ManifestFolder, withUnreadable } from '@atrium/contract/configuration/manifest';
import { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { z } from 'zod';
import { slicesOf } from '../compressed-pieces.ts';
import { type BothBodies, writeBodies } from '../import/bodies-response.ts';
import { followLastCommits } from './follow-last-commits.ts';
import type { RemoteFile } from './manifest.ts';
import type { StoredPull } from './pull.repository.ts';
import { readParts, readServices } from './stored-manifest.ts';

/** Response of a pull. A hundred thousand files are read and written in slices, so its folders come last. */
export interface PullResponse {
  /** All of it, with services that have no folders yet. */
  head: Pull;
  /** Both sides of each service, where they were asked for. */
  results?: readonly BothBodies[];
  stored: Pick<StoredPull, 'manifest' | 'lastCommits'>;
  /** Called when it has been written, or is not wanted any more. */
  onWritten?: () => void;
}

export function toPullResponse(pull: StoredPull, submissions: ReadonlyMap<string, number>): PullResponse {
  const { manifest, lastCommits } = pull;
  const head: Pull = {
    uuid: pull.id,
    branch: pull.branch,
    commitSha: pull.commitSha,
    gitUrl: pull.gitUrl,
    pulledOn: pull.createdOn.toISOString(),
    expiresOn: pull.expiresOn.toISOString(),
    ignored: withUnreadable(pull.ignored, pull.unreadable),
    lastCommits: pull.lastCommitsState,
    services: readServices(manifest).map(({ serviceId, serviceName, ignoredPaths }) => ({
      serviceId,
      serviceName,
      folders: [],
      ignoredPaths,
      confirmedVersion: submissions.get(serviceId) ?? null,
    })),
  };
  return { head, stored: { manifest, lastCommits } };
}

/** Quotes inside of texts are escaped, so that this can only be the list itself. */
const NO_FOLDERS = '"folders":[]';
const FILES = '"files":[';
const END_OF_FOLDER = ']}';
const FILES_PER_PIECE = 200;

const Folders = z.array(ManifestFolder);

/** The answer as JSON, some files at a time, each piece checked against the schema. */
export function* writePull({ onWritten, ...answer }: PullResponse): Generator<string> {
  try {
    yield* writePieces(answer);
  } finally {
    onWritten?.();
  }
}

function* writePieces({ head, stored, results = [] }: PullResponse): Generator<string> {
  let rest = JSON.stringify(Pull.encode(head));
  let folder: string | undefined;
  const waiting = head.services.map(({ serviceId }) => serviceId);
  let current: string | undefined;
  for (const { serviceId, folders } of foldersOf(stored)) {
    if (serviceId !== current) {
      if (folder !== undefined) yield END_OF_FOLDER;
      folder = undefined;
      while (current !== serviceId && waiting.length > 0) {
        current = waiting.shift();
        const end = rest.indexOf(NO_FOLDERS) + NO_FOLDERS.length - 1;
        yield rest.slice(0, end);
        rest = rest.slice(end);
      }
    }
    const text = JSON.stringify(Folders.encode(folders)).slice(1, -END_OF_FOLDER.length - 1);
    if (folders[0]?.name === folder) yield `,${text.slice(text.indexOf(FILES) + FILES.length)}`;
    else yield folder === undefined ? text : `${END_OF_FOLDER},${text}`;
    folder = folders.at(-1)?.name;
  }
  yield* writeBodies(folder === undefined ? rest : END_OF_FOLDER + rest, results);
}

/** Some folders of a service at a time; a long one goes on in the next part. */
function* foldersOf({
  manifest,
  lastCommits,
}: PullResponse['stored']): Generator<{ serviceId: string; folders: ManifestFolder[] }> {
  const nextLastCommit = followLastCommits(lastCommits);
  for (const { serviceId, files } of readParts(manifest)) {
    // In the order of the manifest, before they are brought together by folder.
    const listed = files.map((file) => {
      const filePath = filePathOf(file);
      return toFile(file, filePath, nextLastCommit());
    });
    const byFolder = [...Map.groupBy(listed, ({ folderPath }) => folderPath).values()].flat();
    for (const slice of slicesOf(byFolder, FILES_PER_PIECE)) {
      const folders = Map.groupBy(slice, ({ folderPath }) => folderPath);
      yield { serviceId, folders: [...folders].map(([name, ofFolder]) => ({ name, files: ofFolder })) };
    }
  }
}

function toFile(
  { name, folderPath, checksum }: RemoteFile,
  filePath: string,
  commit: { commitSha: string; lastModified: string } | undefined,
): ManifestFile {
  return {
    name,
    folderPath,
    filePath,
    checksum,
    commitSha: commit?.commitSha ?? null,
    lastModified: commit?.lastModified ?? null,
    breadcrumb: folderPath.split('/'),
  };
}
