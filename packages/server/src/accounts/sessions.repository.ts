import { type Insertable, sql } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { UserKey } from './users.repository.ts';

/** Tells every process that a session ended; the payload is its id. */
export const SESSION_ENDED_CHANNEL = 'atrium_session_ended';

export interface SessionRow {
  id: string;
  domainId: string;
  userId: string;
  impersonatorId: string | null;
  userAgent: string;
  address: string;
  createdOn: Date;
  lastUsedOn: Date;
  expiresOn: Date;
  endedOn: Date | null;
}

export async function insertSession(db: Store, session: Insertable<Database['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function findSession(db: Store, id: string): Promise<SessionRow | undefined> {
  return selectSessions(db).where('id', '=', id).executeTakeFirst();
}

/** The session a refresh token was given in, held until the transaction ends: its tokens are used one after the other. */
export async function findSessionOfToken(db: Store, hash: Buffer): Promise<SessionRow | undefined> {
  return selectSessions(db)
    .where('id', '=', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** Sessions that a user could go on with, latest use first. */
export async function listOpenSessions(
  db: Store,
  { userId, domainId }: UserKey,
  now: Date,
): Promise<SessionRow[]> {
  return selectSessions(db)
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('ended_on', 'is', null)
    .where('expires_on', '>', now)
    .orderBy('last_used_on', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ids of sessions that ended since a time, for the processes that refuse their access tokens. */
export async function listEndedSessionIds(db: Store, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('ended_on', '>=', since).execute();
  return rows.map(({ id }) => id);
}

export async function findSessionEnded(db: Store, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_on', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateSessionUse(db: Store, id: string, usedOn: Date, expiresOn: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_on: usedOn, expires_on: expiresOn })
    .where('id', '=', id)
    .execute();
}

/** Ends the open ones among a user's sessions (all, one, or all but one) and tells every process. */
export async function updateSessionsEnded(
  db: Store,
  { userId, domainId }: UserKey,
  which: { id?: string | undefined; except?: string | null },
  ended: { on: Date; because: string },
): Promise<string[]> {
  const { id, except } = which;
  const rows = await db
    .updateTable('sessions')
    .set({ ended_on: ended.on, ended_because: ended.because })
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('ended_on', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .$if(except !== undefined && except !== null, (query) => query.where('id', '!=', except as string))
    .returning('id')
    .execute();
  for (const row of rows) await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${row.id})`.execute(db);
  return rows.map((row) => row.id);
}

export async function insertRefreshToken(
  db: Store,
  token: { hash: Buffer; sessionId: string; createdOn: Date; expiresOn: Date; givenFor: Buffer | null },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      created_on: token.createdOn,
      expires_on: token.expiresOn,
      given_for: token.givenFor,
    })
    .execute();
}

/** A refresh token, whether it is good, used or expired. */
export interface RefreshToken {
  expiresOn: Date;
  usedOn: Date | null;
  /** Hash of the token it was given for; null for the first one of a session. */
  givenFor: Buffer | null;
}

export async function findRefreshToken(db: Store, hash: Buffer): Promise<RefreshToken | undefined> {
  return db
    .selectFrom('refresh_tokens')
    .select(['expires_on as expiresOn', 'used_on as usedOn', 'given_for as givenFor'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function updateRefreshTokenUsed(db: Store, hash: Buffer, now: Date): Promise<void> {
  await db.updateTable('refresh_tokens').set({ used_on: now }).where('token_hash', '=', hash).execute();
}

/** Whether one of the tokens that were given for this one has been used. */
export async function hasUsedSuccessor(db: Store, hash: Buffer): Promise<boolean> {
  const used = await db
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('given_for', '=', hash)
    .where('used_on', 'is not', null)
    .executeTakeFirst();
  return used !== undefined;
}

function selectSessions(db: Store) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'domain_id as domainId',
      'user_id as userId',
      'impersonator_id as impersonatorId',
      'user_agent as userAgent',
      'address',
      'created_on as createdOn',
      'last_used_on as lastUsedOn',
      'expires_on as expiresOn',
      'ended_on as endedOn',
    ]);
}
