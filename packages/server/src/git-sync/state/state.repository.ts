import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { GitSyncTables } from '../git-sync.tables.ts';

export interface ConnectionKey {
  domainId: string;
  connectionId: string;
}

/** Last look at a connection; its files, which may be many, are read apart. */
export type StoredState = Omit<Selectable<GitSyncTables['connectionStates']>, 'files'>;

/** Problem of a connection whose repository has no commit. */
export const EMPTY_REPOSITORY = 'The repository is empty. Push to it, here or from elsewhere.';

const COLUMNS = [
  'connectionId',
  'domainId',
  'branch',
  'commitSha',
  'moves',
  'sameMetadata',
  'commits',
  'commitCount',
  'services',
  'lookedOn',
  'unknownSince',
  'problem',
  'nextLookOn',
] as const;

export function listStates(db: Store, domainId: string): Promise<StoredState[]> {
  return db
    .selectFrom('connectionStates')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .orderBy('connectionId')
    .execute();
}

/** Makes the row of a connection where it is missing. */
export async function insertState(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  now: Date,
): Promise<void> {
  await db
    .insertInto('connectionStates')
    .values({
      domainId,
      connectionId,
      sameMetadata: '{}',
      commits: '[]',
      services: '[]',
      nextLookOn: now,
    })
    .onConflict((conflict) => conflict.columns(['domainId', 'connectionId']).doNothing())
    .execute();
}

/** Forgets what was seen, but not a problem, whose end is noted. A look under way counts as one before a move. */
export async function resetState(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  now: Date,
): Promise<void> {
  await db
    .updateTable('connectionStates')
    .set(({ eb }) => ({
      branch: null,
      commitSha: null,
      files: null,
      sameMetadata: '{}',
      commits: '[]',
      commitCount: null,
      services: '[]',
      moves: eb('moves', '+', 1),
      lookedOn: null,
      nextLookOn: now,
    }))
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .execute();
}

export function findState(db: Store, key: ConnectionKey): Promise<StoredState | undefined> {
  return ofConnection(db, key).select(COLUMNS).executeTakeFirst();
}

/** The files of the branch, compressed; null before they were read. */
export async function findBranchFiles(db: Store, key: ConnectionKey): Promise<Buffer | null> {
  return (await ofConnection(db, key).select('files').executeTakeFirst())?.files ?? null;
}

/** Locks the row, so that looks are noted one after the other. */
export function lockState(transaction: Store, key: ConnectionKey): Promise<StoredState | undefined> {
  return ofConnection(transaction, key).select(COLUMNS).forUpdate().executeTakeFirst();
}

const ofConnection = (db: Store, { domainId, connectionId }: ConnectionKey) =>
  db.selectFrom('connectionStates').where('domainId', '=', domainId).where('connectionId', '=', connectionId);

type Changes = Partial<
  Pick<
    StoredState,
    | 'branch'
    | 'commitSha'
    | 'commits'
    | 'commitCount'
    | 'lookedOn'
    | 'moves'
    | 'nextLookOn'
    | 'problem'
    | 'sameMetadata'
    | 'services'
    | 'unknownSince'
  > & { files: Buffer }
>;

export async function updateState(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  { sameMetadata, commits, services, ...changes }: Changes,
  /** Changes nothing if the branch has moved since. */
  moves?: number,
): Promise<void> {
  await db
    .updateTable('connectionStates')
    .set({
      ...changes,
      ...(sameMetadata && { sameMetadata: JSON.stringify(sameMetadata) }),
      ...(commits && { commits: JSON.stringify(commits) }),
      ...(services && { services: JSON.stringify(services) }),
    })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .$if(moves !== undefined, (query) => query.where('moves', '=', moves as number))
    .execute();
}

/** Connections of all domains whose time has come: for jobs. */
export function listDue(db: Store, now: Date, limit: number): Promise<ConnectionKey[]> {
  return db
    .selectFrom('connectionStates')
    .select(['domainId', 'connectionId'])
    .where('nextLookOn', '<=', now)
    .orderBy('nextLookOn')
    .orderBy('connectionId')
    .limit(limit)
    .execute();
}
