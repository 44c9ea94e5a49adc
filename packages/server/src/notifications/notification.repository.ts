import type { ReasonName } from '@atrium/contract/notifications/reasons';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { NotificationsTables } from './notifications.tables.ts';

export type StoredNotification = Selectable<NotificationsTables['notifications']>;
type NotificationDraft = Omit<StoredNotification, 'toldOn'>;

/** False if there is one with the same key, or no channel has a rule for its reason. */
export async function insertNotification(db: Store, draft: NotificationDraft): Promise<boolean> {
  const { id, domainId, channelId, reason, key, subjectId, facts, createdOn } = draft;
  const { rows } = await sql`
    insert into notifications (id, domain_id, channel_id, reason, key, subject_id, facts, created_on)
    select ${id}, ${domainId}, ${channelId}, ${reason}, ${key}, ${subjectId}, ${JSON.stringify(facts)}::jsonb, ${createdOn}
    where exists (select from notification_rules where domain_id = ${domainId} and reason = ${reason})
    on conflict (domain_id, key) do nothing
    returning id`.execute(db);
  return rows.length > 0;
}

export function findUntold(
  db: Store,
  { domainId, id }: { domainId: string; id: string },
): Promise<StoredNotification | undefined> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('toldOn', 'is', null)
    .executeTakeFirst();
}

/** Marks a notification as told, in the transaction that queues its messages. False if that has happened already. */
export async function updateTold(
  db: Store,
  { domainId, id }: { domainId: string; id: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ toldOn: now })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('toldOn', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notifications of all domains whose job was lost. */
export function listLost(db: Store, before: Date): Promise<{ id: string; domainId: string }[]> {
  return db
    .selectFrom('notifications')
    .select(['id', 'domainId'])
    .where('toldOn', 'is', null)
    .where('createdOn', '<', before)
    .limit(1000)
    .execute();
}

/** Deletes old notifications of all domains. */
export async function deleteNotificationsBefore(db: Store, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('createdOn', '<', before).execute();
}

export async function insertHeld(
  db: Store,
  held: Selectable<NotificationsTables['heldNotifications']>,
): Promise<void> {
  await db
    .insertInto('heldNotifications')
    .values(held)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Channels of all domains with notifications that are no longer held back. */
export function listDueChannels(db: Store, now: Date): Promise<{ channelId: string; domainId: string }[]> {
  return db
    .selectFrom('heldNotifications')
    .select(['channelId', 'domainId'])
    .distinct()
    .where('dueOn', '<=', now)
    .execute();
}

/** Notifications of a channel that are no longer held back, oldest first. */
export function listDue(
  db: Store,
  { channelId, domainId }: { channelId: string; domainId: string },
  now: Date,
): Promise<StoredNotification[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', 'in', (held) =>
      held
        .selectFrom('heldNotifications')
        .select('notificationId')
        .where('domainId', '=', domainId)
        .where('channelId', '=', channelId)
        .where('dueOn', '<=', now),
    )
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** Returns how many were still held. */
export async function deleteHeld(
  db: Store,
  { channelId, domainId }: { channelId: string; domainId: string },
  notificationIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('heldNotifications')
    .where('domainId', '=', domainId)
    .where('channelId', '=', channelId)
    .where('notificationId', 'in', notificationIds)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface StatePlace {
  channelId: string;
  domainId: string;
  reason: ReasonName;
  subject: string;
}

export function listStates(
  db: Store,
  { domainId, reason }: Pick<StatePlace, 'domainId' | 'reason'>,
): Promise<Pick<StatePlace, 'channelId' | 'subject'>[]> {
  return db
    .selectFrom('notificationStates')
    .select(['channelId', 'subject'])
    .where('domainId', '=', domainId)
    .where('reason', '=', reason)
    .execute();
}

/** False if the threshold was exceeded before. */
export async function insertState(db: Store, place: StatePlace, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('notificationStates')
    .values({ ...place, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** False if the threshold was not exceeded. */
export async function deleteState(db: Store, place: StatePlace): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notificationStates')
    .where('domainId', '=', place.domainId)
    .where('channelId', '=', place.channelId)
    .where('reason', '=', place.reason)
    .where('subject', '=', place.subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Domains with a rule for one of some reasons: for jobs. */
export async function listDomainsWithRules(db: Store, reasons: readonly ReasonName[]): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationRules')
    .select('domainId')
    .distinct()
    .where('reason', 'in', reasons)
    .orderBy('domainId')
    .execute();
  return rows.map(({ domainId }) => domainId);
}
