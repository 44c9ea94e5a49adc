import type { IgnoredFiles, UnreadableFiles } from '@atrium/contract/configuration/ignored-files';
import { takeSteps } from '@atrium/host/event-loop';
import { sql } from 'kysely';
import { deleteOldRows } from '../../database/old-rows.ts';
import type { Store } from '../../database/schema.ts';
import type { RemoteService } from './manifest.ts';
import { readManifest } from './stored-manifest.ts';

/** A pull without its lists. */
export interface PullRecord {
  id: string;
  domainId: string;
  userId: string;
  gitUrl: string;
  branch: string | null;
  commitSha: string;
  createdOn: Date;
  expiresOn: Date;
  ignored: IgnoredFiles[];
  contentsState: 'PENDING' | 'COMPLETE' | 'FAILED';
  contentsError: string | null;
  unreadable: UnreadableFiles;
  lastCommitsState: 'PENDING' | 'COMPLETE' | 'UNAVAILABLE';
  touchedOn: Date;
}

export interface PullWithFiles extends PullRecord {
  services: RemoteService[];
}

/** With its lists as they are stored: few bytes, of which some are unfolded at a time. */
export interface StoredPull extends PullRecord {
  /** Read by `stored-manifest.ts`. */
  manifest: Buffer;
  /** Read by `stored-last-commits.ts`; null while the commits are not known. */
  lastCommits: Buffer | null;
}

export async function insertPull(
  db: Store,
  { ignored, unreadable, ...pull }: StoredPull & { askedServices?: string[] | null },
): Promise<void> {
  await db
    .insertInto('pulls')
    .values({
      ...pull,
      ignored: JSON.stringify(ignored),
      unreadable: JSON.stringify(unreadable),
    })
    .execute();
}

const RECORD_COLUMNS = [
  'id',
  'domainId',
  'userId',
  'gitUrl',
  'branch',
  'commitSha',
  'createdOn',
  'expiresOn',
  'ignored',
  'contentsState',
  'contentsError',
  'unreadable',
  'lastCommitsState',
  'touchedOn',
] as const;

/** Of the domain, and not expired. */
export async function findPull(
  db: Store,
  domainId: string,
  id: string,
  now: Date,
): Promise<PullWithFiles | undefined> {
  const found = await findStoredPull(db, domainId, id, now);
  if (found === undefined) return undefined;
  const { manifest, lastCommits: _lastCommits, ...record } = found;
  return { ...record, services: await takeSteps(readManifest(manifest)) };
}

/** The same with its lists as they are stored. */
export async function findStoredPull(
  db: Store,
  domainId: string,
  id: string,
  now: Date,
): Promise<StoredPull | undefined> {
  return selectUnexpired(db, domainId, id, now)
    .select([...RECORD_COLUMNS, 'manifest', 'lastCommits'])
    .executeTakeFirst();
}

/** State of a pull's contents, for clients that poll. */
export async function findContentsState(
  db: Store,
  domainId: string,
  id: string,
  now: Date,
): Promise<Pick<PullRecord, 'contentsState' | 'touchedOn'> | undefined> {
  return selectUnexpired(db, domainId, id, now).select(['contentsState', 'touchedOn']).executeTakeFirst();
}

/** Without its lists of files and of their last commits. */
export async function findPullRecord(
  db: Store,
  domainId: string,
  id: string,
  now: Date,
): Promise<PullRecord | undefined> {
  return selectUnexpired(db, domainId, id, now).select(RECORD_COLUMNS).executeTakeFirst();
}

function selectUnexpired(db: Store, domainId: string, id: string, now: Date) {
  return db
    .selectFrom('pulls')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('expiresOn', '>', now);
}

/** The lists of a pull of the domain, as they are stored. */
export async function findStoredLists(
  db: Store,
  domainId: string,
  id: string,
): Promise<Pick<StoredPull, 'manifest' | 'lastCommits'> | undefined> {
  return db
    .selectFrom('pulls')
    .select(['manifest', 'lastCommits'])
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest pull of a branch in the domain that was asked for a service and has not expired, without its files. */
export async function findNewestPull(
  db: Store,
  {
    domainId,
    gitUrl,
    branch,
    serviceId,
  }: { domainId: string; gitUrl: string; branch: string; serviceId: string },
  now: Date,
): Promise<Pick<PullRecord, 'id' | 'commitSha' | 'createdOn'> | undefined> {
  return db
    .selectFrom('pulls')
    .select(['id', 'commitSha', 'createdOn'])
    .where('domainId', '=', domainId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch)
    .where('expiresOn', '>', now)
    .where(sql<boolean>`(asked_services is null or ${serviceId} = any(asked_services))`)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Whether a commit of a branch was pulled after a time; expired pulls do not count. */
export async function hasPullAfter(
  db: Store,
  { domainId, gitUrl, branch, commitSha }: Pick<PullRecord, 'domainId' | 'gitUrl' | 'branch' | 'commitSha'>,
  time: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('pulls')
    .select('id')
    .where('domainId', '=', domainId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', 'is not distinct from', branch)
    .where('commitSha', '=', commitSha)
    .where('createdOn', '>', time)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateContents(
  db: Store,
  id: string,
  contents: { state: 'COMPLETE' | 'FAILED'; error: string | null; unreadable: UnreadableFiles },
): Promise<void> {
  await db
    .updateTable('pulls')
    .set({
      contentsState: contents.state,
      contentsError: contents.error,
      unreadable: JSON.stringify(contents.unreadable),
    })
    .where('id', '=', id)
    .execute();
}

export async function updateLastCommits(db: Store, id: string, lastCommits: Buffer | null): Promise<void> {
  await db
    .updateTable('pulls')
    .set({
      lastCommitsState: lastCommits === null ? 'UNAVAILABLE' : 'COMPLETE',
      lastCommits,
    })
    .where('id', '=', id)
    .execute();
}

/** Records that a process is still working on it. */
export async function updatePullUsed(db: Store, id: string, now: Date): Promise<void> {
  await db.updateTable('pulls').set({ touchedOn: now }).where('id', '=', id).execute();
}

/** Each has the names of all files of a repository: megabytes. */
const DELETED_AT_ONCE = 100;

export async function deleteExpiredPulls(db: Store, now: Date): Promise<void> {
  await deleteOldRows(db, {
    table: 'pulls',
    column: 'expiresOn',
    before: now,
    atOnce: DELETED_AT_ONCE,
  });
}
