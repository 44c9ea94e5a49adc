import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';
import type { SessionRow } from '../sessions/session.repository.ts';

/** Open sessions on a device of a user. */
export async function listSessionIdsOfDevice(
  db: Store,
  { userId, domainId }: UserKey,
  deviceId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('deviceId', '=', deviceId)
    .where('endedOn', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Open sessions of a user on the device of a session, and sessions since it on devices that are younger or unknown. */
export async function listSessionIdsSince(
  db: Store,
  { userId, domainId, deviceId, createdOn }: SessionRow,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('knownDevices', 'knownDevices.id', 'sessions.deviceId')
    .select('sessions.id')
    .where('sessions.domainId', '=', domainId)
    .where('sessions.userId', '=', userId)
    .where('sessions.endedOn', 'is', null)
    .where((where) =>
      where.or([
        where('sessions.deviceId', '=', deviceId),
        where.and([
          where('sessions.createdOn', '>=', createdOn),
          where.or([
            where('knownDevices.id', 'is', null),
            where('knownDevices.firstUsedOn', '>=', createdOn),
          ]),
        ]),
      ]),
    )
    .orderBy('sessions.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * A user's sessions on devices that the account has come to know after that of another session. A session counts from its
 * beginning at the latest: a refresh without the cookie of its device gives it a new one.
 */
export async function listSessionIdsOfYoungerDevices(
  db: Store,
  user: UserKey,
  sessionId: string,
): Promise<string[]> {
  const rows = await selectOfUser(db, user)
    .select('sessions.id')
    .where(
      knownSince,
      '>',
      selectOfUser(db, user).select(knownSince.as('since')).where('sessions.id', '=', sessionId),
    )
    .orderBy('sessions.id')
    .execute();
  return rows.map(({ id }) => id);
}

const knownSince = sql<Date>`least(known_devices.first_used_on, sessions.created_on)`;

function selectOfUser(db: Store, { userId, domainId }: UserKey) {
  return db
    .selectFrom('sessions')
    .leftJoin('knownDevices', 'knownDevices.id', 'sessions.deviceId')
    .where('sessions.domainId', '=', domainId)
    .where('sessions.userId', '=', userId);
}
