import { isUtf8 } from 'node:buffer';
import type { UnreadableFiles } from '@atrium/contract/configuration/manifest';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { AppError } from '../http/errors.ts';
import { GitError } from '../providers/git/git-errors.ts';
import type { LastCommits } from '../providers/git/history.ts';
import type { RemoteRepository } from '../providers/git/remote-repository.ts';
import type { RemoteTree, Work } from '../providers/git/repository-context.ts';
import { findUnreadable, type RemoteService, spelledPathOf } from './manifest.ts';
import {
  type PullWithFiles,
  type StoredLastCommits,
  touchPull,
  updateContents,
  updateLastCommits,
} from './pull.repository.ts';
import { insertContents, listMissingContents, touchContents } from './remote-content.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  log: Logger;
}

const TOUCH_MS = 5_000;

/** Checksums of the files whose contents a pull must hold: those that the live configuration does not have. */
export type ChecksumsToRead = (service: RemoteService) => Iterable<string>;

/**
 * What follows once the manifest has been answered, while the credentials are still in memory: contents of the
 * files that differ, then the last commit of each file. Never throws.
 */
export async function completePull(
  { db, clock, log }: Parts,
  pull: PullWithFiles,
  { remote, tree, work }: { remote: RemoteRepository; tree: RemoteTree; work: Work },
  checksumsToRead: ChecksumsToRead,
): Promise<void> {
  const touch = setInterval(() => void touchPull(db, pull.id, clock.now()).catch(() => undefined), TOUCH_MS);
  try {
    const unreadable = await readContents(db, clock, pull, { remote, tree, work }, checksumsToRead);
    await updateContents(db, pull.id, { state: 'COMPLETE', error: null, unreadable });
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'Reading the contents failed unexpectedly.';
    if (!(error instanceof AppError)) log.error({ err: error }, 'reading contents of a pull failed');
    await updateContents(db, pull.id, { state: 'FAILED', error: message, unreadable: {} }).catch(
      () => undefined,
    );
  }
  try {
    if (pull.lastCommitsState === 'PENDING') {
      const last = await remote.findLastCommits(tree, pathsOf(pull.services), work);
      await updateLastCommits(db, pull.id, toStored(last, pull.services));
    }
  } catch (error) {
    if (!(error instanceof GitError)) log.error({ err: error }, 'reading the history of a pull failed');
    await updateLastCommits(db, pull.id, null).catch(() => undefined);
  } finally {
    clearInterval(touch);
  }
}

/** Paths in the repository of all files that take part. */
export function pathsOf(services: readonly RemoteService[]): Set<string> {
  const paths = new Set<string>();
  for (const { serviceId, files } of services) {
    for (const file of files) paths.add(`${serviceId}/${spelledPathOf(file)}`);
  }
  return paths;
}

export function toStored(last: LastCommits, services: readonly RemoteService[]): StoredLastCommits {
  const files: StoredLastCommits['files'] = {};
  for (const { serviceId, files: ofService } of services) {
    const indexes: Record<string, number> = {};
    for (const file of ofService) {
      const index = last.files.get(`${serviceId}/${spelledPathOf(file)}`);
      if (index !== undefined) indexes[filePathOf(file)] = index;
    }
    files[serviceId] = indexes;
  }
  const commits = last.commits.map(({ commitSha, committedOn, author, message }) => ({
    commitSha,
    lastModified: committedOn.toISOString(),
    author,
    message,
  }));
  return { commits, files };
}

async function readContents(
  db: Kysely<Database>,
  clock: Clock,
  { domainId, services }: PullWithFiles,
  { remote, tree, work }: { remote: RemoteRepository; tree: RemoteTree; work: Work },
  checksumsToRead: ChecksumsToRead,
): Promise<UnreadableFiles> {
  const wanted = [...new Set(services.flatMap((service) => [...checksumsToRead(service)]))];
  const missing = await listMissingContents(db, domainId, wanted);
  const isMissing = new Set(missing);
  await touchContents(
    db,
    domainId,
    wanted.filter((checksum) => !isMissing.has(checksum)),
    clock.now(),
  );
  const refused = new Map<string, 'TOO_LARGE' | 'NOT_TEXT' | 'LFS_POINTER'>();
  for await (const slice of remote.readContents(tree, missing, work)) {
    const rows: [string, Buffer][] = [];
    for (const [checksum, content] of slice) {
      const reason = content === 'TOO_LARGE' ? content : findUnreadable(content, isUtf8);
      if (reason !== undefined) refused.set(checksum, reason as 'TOO_LARGE');
      else if (content !== 'TOO_LARGE') rows.push([checksum, content]);
    }
    await insertContents(db, domainId, rows, clock.now());
  }
  return namesOf(refused, services);
}

function namesOf(
  refused: ReadonlyMap<string, 'TOO_LARGE' | 'NOT_TEXT' | 'LFS_POINTER'>,
  services: readonly RemoteService[],
): UnreadableFiles {
  const unreadable: UnreadableFiles = {};
  if (refused.size === 0) return unreadable;
  for (const { serviceId, files } of services) {
    const ofService: UnreadableFiles[string] = {};
    for (const { folderPath, name, checksum } of files) {
      const reason = refused.get(checksum);
      if (reason !== undefined) ofService[`${folderPath}/${name}`] = reason;
    }
    if (Object.keys(ofService).length > 0) unreadable[serviceId] = ofService;
  }
  return unreadable;
}
