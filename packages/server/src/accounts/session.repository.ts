import { notify } from '@atrium/host/database/notifications';
import type { Insertable } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { UserKey } from './user.repository.ts';

/** Notifies every process that a session ended; the payload is its id. */
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
      query.selectFrom('refreshTokens').select('sessionId').where('tokenHash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** Sessions that a user could continue, latest use first. */
export async function listOpenSessions(
  db: Store,
  { userId, domainId }: UserKey,
  now: Date,
): Promise<SessionRow[]> {
  return selectSessions(db)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('endedOn', 'is', null)
    .where('expiresOn', '>', now)
    .orderBy('lastUsedOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ids of sessions that ended since a time, for the processes that refuse their access tokens. */
export async function listEndedSessionIds(db: Store, since: Date): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('endedOn', '>=', since).execute();
  return rows.map(({ id }) => id);
}

export async function findSessionEnded(db: Store, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('endedOn', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateSessionUse(db: Store, id: string, usedOn: Date, expiresOn: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastUsedOn: usedOn, expiresOn }).where('id', '=', id).execute();
}

/** Ends the open ones among a user's sessions (all, one, or all but one) and notifies every process. */
export async function updateSessionsEnded(
  db: Store,
  { userId, domainId }: UserKey,
  which: { id?: string | undefined; except?: string | null },
  ended: { on: Date; because: string },
): Promise<string[]> {
  const { id, except } = which;
  const rows = await db
    .updateTable('sessions')
    .set({ endedOn: ended.on, endedBecause: ended.because })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('endedOn', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .$if(except !== undefined && except !== null, (query) => query.where('id', '!=', except as string))
    .returning('id')
    .execute();
  for (const row of rows) await notify(db, SESSION_ENDED_CHANNEL, row.id);
  return rows.map((row) => row.id);
}

function selectSessions(db: Store) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'domainId',
      'userId',
      'impersonatorId',
      'userAgent',
      'address',
      'createdOn',
      'lastUsedOn',
      'expiresOn',
      'endedOn',
    ]);
}
