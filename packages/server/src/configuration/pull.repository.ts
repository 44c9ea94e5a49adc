import type { IgnoredFiles, UnreadableFiles } from '@atrium/contract/configuration/manifest';
import type { Store } from '../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from './compressed-json.ts';
import type { RemoteService } from './manifest.ts';

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
  lastCommits: StoredLastCommits | null;
}

/** Last commits by service and path, as indexes into the list of commits. */
export interface StoredLastCommits {
  commits: { commitSha: string; lastModified: string; author: string; message: string }[];
  files: Record<string, Record<string, number>>;
}

export async function insertPull(db: Store, pull: PullWithFiles): Promise<void> {
  await db
    .insertInto('pulls')
    .values({
      id: pull.id,
      domain_id: pull.domainId,
      user_id: pull.userId,
      git_url: pull.gitUrl,
      branch: pull.branch,
      commit_sha: pull.commitSha,
      created_on: pull.createdOn,
      expires_on: pull.expiresOn,
      manifest: await toCompressedJson(pull.services),
      ignored: JSON.stringify(pull.ignored),
      contents_state: pull.contentsState,
      contents_error: pull.contentsError,
      unreadable: JSON.stringify(pull.unreadable),
      last_commits_state: pull.lastCommitsState,
      last_commits: pull.lastCommits === null ? null : await toCompressedJson(pull.lastCommits),
      touched_on: pull.touchedOn,
    })
    .execute();
}

const RECORD_COLUMNS = [
  'id',
  'domain_id',
  'user_id',
  'git_url',
  'branch',
  'commit_sha',
  'created_on',
  'expires_on',
  'ignored',
  'contents_state',
  'contents_error',
  'unreadable',
  'last_commits_state',
  'touched_on',
] as const;

/** Of the domain, and not expired. */
export async function findPull(
  db: Store,
  domainId: string,
  id: string,
  now: Date,
): Promise<PullWithFiles | undefined> {
  const row = await db
    .selectFrom('pulls')
    .select([...RECORD_COLUMNS, 'manifest', 'last_commits'])
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .where('expires_on', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...toRecord(row),
    services: await fromCompressedJson<RemoteService[]>(row.manifest),
    lastCommits: row.last_commits && (await fromCompressedJson<StoredLastCommits>(row.last_commits)),
  };
}

/** The states only: for waiting. */
export async function findPullRecord(
  db: Store,
  domainId: string,
  id: string,
  now: Date,
): Promise<PullRecord | undefined> {
  const row = await db
    .selectFrom('pulls')
    .select(RECORD_COLUMNS)
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .where('expires_on', '>', now)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Of a pull of the domain; null while they are not known. */
export async function findStoredLastCommits(
  db: Store,
  domainId: string,
  id: string,
): Promise<StoredLastCommits | null> {
  const row = await db
    .selectFrom('pulls')
    .select('last_commits')
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.last_commits ? fromCompressedJson<StoredLastCommits>(row.last_commits) : null;
}

/** The newest pull of a branch in the domain, to tell how far behind a service is. */
export async function findNewestPull(
  db: Store,
  domainId: string,
  gitUrl: string,
  branch: string,
  now: Date,
): Promise<PullWithFiles | undefined> {
  const row = await db
    .selectFrom('pulls')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('git_url', '=', gitUrl)
    .where('branch', '=', branch)
    .orderBy('created_on', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && findPull(db, domainId, row.id, now);
}

export async function updateContents(
  db: Store,
  id: string,
  contents: { state: 'COMPLETE' | 'FAILED'; error: string | null; unreadable: UnreadableFiles },
): Promise<void> {
  await db
    .updateTable('pulls')
    .set({
      contents_state: contents.state,
      contents_error: contents.error,
      unreadable: JSON.stringify(contents.unreadable),
    })
    .where('id', '=', id)
    .execute();
}

export async function updateLastCommits(
  db: Store,
  id: string,
  lastCommits: StoredLastCommits | null,
): Promise<void> {
  await db
    .updateTable('pulls')
    .set({
      last_commits_state: lastCommits === null ? 'UNAVAILABLE' : 'COMPLETE',
      last_commits: lastCommits === null ? null : await toCompressedJson(lastCommits),
    })
    .where('id', '=', id)
    .execute();
}

/** Says that somebody still works on it. */
export async function touchPull(db: Store, id: string, now: Date): Promise<void> {
  await db.updateTable('pulls').set({ touched_on: now }).where('id', '=', id).execute();
}

export async function deleteExpiredPulls(db: Store, now: Date): Promise<void> {
  await db.deleteFrom('pulls').where('expires_on', '<=', now).execute();
}

export async function insertSubmission(
  db: Store,
  pullId: string,
  serviceId: string,
  version: number,
): Promise<void> {
  await db
    .insertInto('pull_submissions')
    .values({ pull_id: pullId, service_id: serviceId, version })
    .onConflict((conflict) => conflict.columns(['pull_id', 'service_id']).doUpdateSet({ version }))
    .execute();
}

/** Version by serviceId. */
export async function listSubmissions(db: Store, pullId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('pull_submissions')
    .select(['service_id', 'version'])
    .where('pull_id', '=', pullId)
    .orderBy('service_id')
    .execute();
  return new Map(rows.map((row) => [row.service_id, row.version]));
}

interface RecordRow {
  id: string;
  domain_id: string;
  user_id: string;
  git_url: string;
  branch: string | null;
  commit_sha: string;
  created_on: Date;
  expires_on: Date;
  ignored: IgnoredFiles[];
  contents_state: PullRecord['contentsState'];
  contents_error: string | null;
  unreadable: UnreadableFiles;
  last_commits_state: PullRecord['lastCommitsState'];
  touched_on: Date;
}

function toRecord(row: RecordRow): PullRecord {
  return {
    id: row.id,
    domainId: row.domain_id,
    userId: row.user_id,
    gitUrl: row.git_url,
    branch: row.branch,
    commitSha: row.commit_sha,
    createdOn: row.created_on,
    expiresOn: row.expires_on,
    ignored: row.ignored,
    contentsState: row.contents_state,
    contentsError: row.contents_error,
    unreadable: row.unreadable,
    lastCommitsState: row.last_commits_state,
    touchedOn: row.touched_on,
  };
}
