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
import type { RemoteCommit, Work } from '../providers/git/repository-context.ts';
import { fromCompressedJson } from './compressed-json.ts';
import { findUnreadable, type RemoteService, spelledPathOf } from './manifest.ts';
import {
  findPull,
  type PullRecord,
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

/**
 * What is still to be done for a pull. Its lists of files are read from the database when they are needed: a pull
 * that waits must not hold them.
 */
export interface PullToComplete {
  id: string;
  domainId: string;
  commit: RemoteCommit;
  /** Compressed: of the files whose contents a pull must hold, those that the live configuration does not have. */
  checksums: Buffer;
  lastCommitsState: PullRecord['lastCommitsState'];
}

/**
 * What follows once the manifest has been answered, while the credentials are still in memory: contents of the
 * files that differ, then the last commit of each file. Never throws.
 */
export async function completePull(
  { db, clock, log }: Parts,
  pull: PullToComplete,
  remote: RemoteRepository,
  work: Work,
): Promise<void> {
  const touch = setInterval(() => void touchPull(db, pull.id, clock.now()).catch(() => undefined), TOUCH_MS);
  try {
    await remote.goOnLater(work.signal);
    const unreadable = await readContents(db, clock, pull, remote, work);
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
      const last = await remote.findLastCommits(pull.commit, work);
      const services = await listServices(db, clock, pull);
      await updateLastCommits(db, pull.id, toStored(last, services));
    }
  } catch (error) {
    if (!(error instanceof GitError)) log.error({ err: error }, 'reading the history of a pull failed');
    await updateLastCommits(db, pull.id, null).catch(() => undefined);
  } finally {
    clearInterval(touch);
  }
}

async function listServices(
  db: Kysely<Database>,
  clock: Clock,
  { domainId, id }: PullToComplete,
): Promise<RemoteService[]> {
  return (await findPull(db, domainId, id, clock.now()))?.services ?? [];
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
  pull: PullToComplete,
  remote: RemoteRepository,
  work: Work,
): Promise<UnreadableFiles> {
  const { domainId, commit } = pull;
  const wanted = await fromCompressedJson<string[]>(pull.checksums);
  const missing = await listMissingContents(db, domainId, wanted);
  const isMissing = new Set(missing);
  await touchContents(
    db,
    domainId,
    wanted.filter((checksum) => !isMissing.has(checksum)),
    clock.now(),
  );
  const refused = new Map<string, 'TOO_LARGE' | 'NOT_TEXT' | 'LFS_POINTER'>();
  for await (const slice of remote.readContents(commit, missing, work)) {
    const rows: [string, Buffer][] = [];
    for (const [checksum, content] of slice) {
      const reason = content === 'TOO_LARGE' ? content : findUnreadable(content, isUtf8);
      if (reason !== undefined) refused.set(checksum, reason as 'TOO_LARGE');
      else if (content !== 'TOO_LARGE') rows.push([checksum, content]);
    }
    await insertContents(db, domainId, rows, clock.now());
  }
  return refused.size === 0 ? {} : namesOf(refused, await listServices(db, clock, pull));
}

function namesOf(
  refused: ReadonlyMap<string, 'TOO_LARGE' | 'NOT_TEXT' | 'LFS_POINTER'>,
  services: readonly RemoteService[],
): UnreadableFiles {
  const unreadable: UnreadableFiles = {};
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
