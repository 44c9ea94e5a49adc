import { notify } from '@atrium/host/database/notifications';
import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

/** Notifies every process that a session ended; the payload is its id. */
export const SESSION_ENDED_CHANNEL = 'atrium_session_ended';

export interface SessionRow {
  id: string;
  domainId: string;
  userId: string;
  impersonatorId: string | null;
  openedBySessionId: string | null;
  openedByKeyId: string | null;
  endsBy: Date | null;
  /** The name of the identity provider that it began with. */
  via: string | null;
  userAgent: string;
  address: string;
  createdOn: Date;
  lastUsedOn: Date;
  expiresOn: Date;
  endedOn: Date | null;
  deviceId: string | null;
  isActing: boolean;
}

/** With the names of the owner and of the impersonator. */
export interface NamedSessionRow extends SessionRow {
  username: string | null;
  impersonatorName: string | null;
}

export async function insertSession(db: Store, session: Insertable<Database['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function findSession(db: Store, id: string): Promise<SessionRow | undefined> {
  return selectSessions(db).where('id', '=', id).executeTakeFirst();
}

/**
 * The session, held until the transaction ends: no one else ends it, or continues it, before that. Several may have
 * opened others with it just before; a stronger lock would let each of them wait for the other.
 */
export async function findSessionHeld(transaction: Store, id: string): Promise<SessionRow | undefined> {
  return selectSessions(transaction).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
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

/**
 * Returns the session that waits in the same browser while the one of a refresh token acts as another, and locks it.
 * Call first: ending the waiting session locks it before the sessions it opened.
 */
export async function findWaitingSession(transaction: Store, hash: Buffer): Promise<SessionRow | undefined> {
  return selectSessions(transaction)
    .where('id', '=', (query) =>
      query
        .selectFrom('refreshTokens')
        .innerJoin('sessions as acting', 'acting.id', 'refreshTokens.sessionId')
        .select('acting.openedBySessionId')
        .where('tokenHash', '=', hash)
        .where('acting.isActing', '=', true),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sessions that are open as a user, or that a user opened as others, latest use first; or the one of them with an id. */
export function listOpenSessions(
  db: Store,
  { userId, domainId }: UserKey,
  now: Date,
  id?: string,
): Promise<NamedSessionRow[]> {
  const isOne = id === undefined ? sql`true` : sql`session.id = ${id}`;
  return listNamedSessions(
    db,
    now,
    sql`((session.domain_id = ${domainId} and session.user_id = ${userId})
        or (session.impersonator_id = ${userId} and impersonator.domain_id = ${domainId})) and ${isOne}`,
  );
}

/** The sessions of a domain among some that are open, and so is the one that opened each. */
export async function listOpenIds(
  db: Store,
  domainId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('sessions as opener', 'opener.id', 'sessions.openedBySessionId')
    .select('sessions.id')
    .where('sessions.domainId', '=', domainId)
    .where('sessions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('sessions.endedOn', 'is', null)
    .where('sessions.expiresOn', '>', now)
    .where((where) =>
      where.or([
        where('sessions.openedBySessionId', 'is', null),
        where('opener.endedOn', 'is', null).and('opener.expiresOn', '>', now),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Sessions of all people of a domain that are open, latest use first. */
export function listOpenSessionsOfDomain(db: Store, domainId: string, now: Date): Promise<NamedSessionRow[]> {
  return listNamedSessions(db, now, sql`session.domain_id = ${domainId}`);
}

/** Written as SQL: building the query took a tenth of the time of a request. */
async function listNamedSessions(
  db: Store,
  now: Date,
  where: RawBuilder<unknown>,
): Promise<NamedSessionRow[]> {
  const { rows } = await sql<NamedSessionRow>`
    select session.id, session.domain_id, session.user_id, session.impersonator_id, session.opened_by_session_id,
      session.opened_by_key_id, session.ends_by, session.user_agent, session.address, session.created_on,
      session.last_used_on, session.expires_on, session.ended_on, session.device_id, session.is_acting,
      provider.name as via, person.username, impersonator.username as impersonator_name
    from sessions session
      left join users person on person.id = session.user_id
      left join users impersonator on impersonator.id = session.impersonator_id
      left join provider_sign_ins sign_in on sign_in.id = session.provider_sign_in_id
      left join identity_providers provider on provider.id = sign_in.provider_id
    where ${where} and session.ended_on is null and session.expires_on > ${now}
    order by session.last_used_on desc, session.id desc`.execute(db);
  return rows;
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

/** From now on the session knows its device. */
export async function updateSessionDevice(db: Store, id: string, deviceId: string): Promise<void> {
  await db.updateTable('sessions').set({ deviceId }).where('id', '=', id).execute();
}

export async function updateSessionUse(db: Store, id: string, usedOn: Date, expiresOn: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastUsedOn: usedOn, expiresOn }).where('id', '=', id).execute();
}

/** Data recorded with the end of a session. */
export interface SessionEnd {
  on: Date;
  because: string;
}

/**
 * Ends open sessions of a user (all, one, or all but one), and the sessions that these opened. Ending all, or all but
 * one, also ends sessions that the user opened as others. Notifies every process.
 */
export async function updateSessionsEnded(
  db: Store,
  { userId, domainId }: UserKey,
  which: { id?: string | undefined; except?: string | null },
  end: SessionEnd,
): Promise<void> {
  const { id, except } = which;
  const rows = await updateEnded(db, end, (where) =>
    where.and([
      where('domainId', '=', domainId),
      where('userId', '=', userId),
      ...(id === undefined ? [] : [where('id', '=', id)]),
      ...(except === undefined || except === null ? [] : [where('id', '!=', except)]),
    ]),
  );
  await endOpened(db, rows, end, id === undefined ? userId : undefined);
}

/**
 * Ends open sessions of all people of a domain, or of one, and the sessions that these opened. Notifies every process
 * and returns the ids of the domain's own sessions.
 */
export async function updateSessionsOfDomainEnded(
  db: Store,
  domainId: string,
  end: SessionEnd,
  id?: string,
): Promise<string[]> {
  const rows = await updateEnded(db, end, (where) =>
    where.and([where('domainId', '=', domainId), ...(id === undefined ? [] : [where('id', '=', id)])]),
  );
  await endOpened(db, rows, end);
  return rows.map((row) => row.id);
}

/** Ends sessions opened with an access key. */
export async function updateSessionsOfKeyEnded(db: Store, keyId: string, end: SessionEnd): Promise<void> {
  await notifyEnded(db, await updateEnded(db, end, (where) => where('openedByKeyId', '=', keyId)));
}

/** Ends sessions opened with an identity provider. */
export async function updateSessionsOfProviderEnded(
  db: Store,
  providerId: string,
  end: SessionEnd,
): Promise<void> {
  const rows = await updateEnded(db, end, (where) =>
    where(
      'providerSignInId',
      'in',
      where.selectFrom('providerSignIns').select('id').where('providerId', '=', providerId),
    ),
  );
  await endOpened(db, rows, end);
}

/**
 * Ends sessions opened by ended sessions, and sessions that the given user opened as others. Notifies every process.
 */
async function endOpened(
  db: Store,
  ended: readonly { id: string }[],
  end: SessionEnd,
  impersonatorId?: string,
): Promise<void> {
  const ids = ended.map(({ id }) => id);
  const opened = await updateEnded(db, { ...end, because: `${end.because}, where it was opened` }, (where) =>
    where.or([
      where('openedBySessionId', '=', sql<string>`any(${ids}::uuid[])`),
      ...(impersonatorId === undefined ? [] : [where('impersonatorId', '=', impersonatorId)]),
    ]),
  );
  await notifyEnded(db, [...ended, ...opened]);
}

/** Ends those that are open, in the order of their ids: two that end some of the same would else wait for each other. */
function updateEnded(
  db: Store,
  { on, because }: SessionEnd,
  which: (where: ExpressionBuilder<Database, 'sessions'>) => Expression<SqlBool>,
): Promise<{ id: string }[]> {
  return db
    .with('held', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where(which)
        .where('endedOn', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('sessions')
    .set({ endedOn: on, endedBecause: because })
    .where('id', 'in', (query) => query.selectFrom('held').select('id'))
    .returning('id')
    .execute();
}

async function notifyEnded(db: Store, sessions: readonly { id: string }[]): Promise<void> {
  for (const { id } of sessions) await notify(db, SESSION_ENDED_CHANNEL, id);
}

function selectSessions(db: Store) {
  return db
    .selectFrom('sessions')
    .select((one) => [
      'id',
      'domainId',
      'userId',
      'impersonatorId',
      'openedBySessionId',
      'openedByKeyId',
      'endsBy',
      'userAgent',
      'address',
      'createdOn',
      'lastUsedOn',
      'expiresOn',
      'endedOn',
      'deviceId',
      'isActing',
      one
        .selectFrom('providerSignIns')
        .innerJoin('identityProviders', 'identityProviders.id', 'providerSignIns.providerId')
        .select('identityProviders.name')
        .whereRef('providerSignIns.id', '=', 'sessions.providerSignInId')
        .as('via'),
    ]);
}
