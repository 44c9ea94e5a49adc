import { type ManifestFile, ManifestFolder, withUnreadable } from '@atrium/contract/configuration/manifest';
import { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { RemoteFile, RemoteService } from './manifest.ts';
import type { PullWithFiles, StoredLastCommits } from './pull.repository.ts';

/** What a pull answers. A hundred thousand files take ten times as much in it as here, so its folders come last. */
export interface PullAnswer {
  /** All of it, with services that have no folders yet. */
  head: Pull;
  services: readonly RemoteService[];
  lastCommits: StoredLastCommits | null;
}

export function answerPull(pull: PullWithFiles, submissions: ReadonlyMap<string, number>): PullAnswer {
  const { services, lastCommits } = pull;
  const head: Pull = {
    uuid: pull.id,
    branch: pull.branch,
    commitSha: pull.commitSha,
    gitUrl: pull.gitUrl,
    pulledOn: pull.createdOn.toISOString(),
    expiresOn: pull.expiresOn.toISOString(),
    ignored: withUnreadable(pull.ignored, pull.unreadable),
    lastCommits: pull.lastCommitsState,
    services: services.map(({ serviceId, serviceName, ignoredPaths = [] }) => ({
      serviceId,
      serviceName,
      folders: [],
      ignoredPaths,
      confirmedVersion: submissions.get(serviceId) ?? null,
    })),
  };
  return { head, services, lastCommits };
}

/** Quotes inside of texts are escaped, so that this can only be the list itself. */
const NO_FOLDERS = '"folders":[]';
const FILES = '"files":[';
const END_OF_FOLDER = ']}';
const FILES_PER_PIECE = 200;

/** The answer as JSON, some files at a time, each piece checked against the schema. */
export function* writePull({ head, services, lastCommits }: PullAnswer): Generator<string> {
  let rest = JSON.stringify(Pull.encode(head));
  for (const service of services) {
    const end = rest.indexOf(NO_FOLDERS) + NO_FOLDERS.length - 1;
    yield rest.slice(0, end);
    yield* writeFolders(service, lastCommits);
    rest = rest.slice(end);
  }
  yield rest;
}

function* writeFolders(
  { serviceId, files }: RemoteService,
  lastCommits: StoredLastCommits | null,
): Generator<string> {
  const commits = lastCommits?.commits ?? [];
  const indexes = lastCommits?.files[serviceId] ?? {};
  const toFile = (file: RemoteFile): ManifestFile => {
    const filePath = filePathOf(file);
    const commit = commits[indexes[filePath] ?? -1];
    return {
      name: file.name,
      folderPath: file.folderPath,
      filePath,
      checksum: file.checksum,
      commitSha: commit?.commitSha ?? null,
      lastModified: commit?.lastModified ?? null,
      breadcrumb: file.folderPath.split('/'),
    };
  };
  let separator = '';
  for (const [name, ofFolder] of Map.groupBy(files, ({ folderPath }) => folderPath)) {
    for (let start = 0; start < ofFolder.length; start += FILES_PER_PIECE) {
      const slice = ofFolder.slice(start, start + FILES_PER_PIECE).map(toFile);
      const folder = JSON.stringify(ManifestFolder.encode({ name, files: slice }));
      const isFirst = start === 0;
      const isLast = start + FILES_PER_PIECE >= ofFolder.length;
      const from = isFirst ? 0 : folder.indexOf(FILES) + FILES.length;
      yield `${separator}${folder.slice(from, isLast ? undefined : -END_OF_FOLDER.length)}`;
      separator = ',';
    }
  }
}
