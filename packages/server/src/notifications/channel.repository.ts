import { MAX_CHANNELS, type ReasonName } from '@atrium/contract/notifications/reasons';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { SealedColumn } from '../secrets/sealed-column.ts';
import type { NotificationsTables } from './notifications.tables.ts';

export type StoredChannel = Omit<Selectable<NotificationsTables['notificationChannels']>, 'position'>;
export type StoredRule = Selectable<NotificationsTables['notificationRules']>;

/** Owner of channels: a domain, or a person of it. */
export interface ChannelOwner {
  domainId: string;
  userId: string | null;
}

const COLUMNS = [
  'id',
  'domainId',
  'userId',
  'kind',
  'name',
  'address',
  'secret',
  'digest',
  'digestMinute',
  'quietFrom',
  'quietUntil',
  'timeZone',
  'createdBy',
  'createdOn',
] as const;

export const channelSecretColumn: SealedColumn = {
  // The name from before channels replaced webhooks: sealed values are bound to it.
  name: 'webhooks.secret',
  async list(db, prefix) {
    const rows = await db
      .selectFrom('notificationChannels')
      .select(['id', 'secret'])
      .where('secret', 'not like', `${prefix}%`)
      .orderBy('id')
      .limit(100)
      .execute();
    return rows.flatMap(({ id, secret }) => (secret === null ? [] : { row: id, text: secret }));
  },
  async update(db, before, secret) {
    await db
      .updateTable('notificationChannels')
      .set({ secret })
      .where('id', '=', before.row)
      .where('secret', '=', before.text)
      .execute();
  },
};

function selectOwned(db: Store, { domainId, userId }: ChannelOwner) {
  return db
    .selectFrom('notificationChannels')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where(sql<boolean>`user_id is not distinct from ${userId}`);
}

export function listChannels(db: Store, owner: ChannelOwner): Promise<StoredChannel[]> {
  return selectOwned(db, owner).orderBy('position').orderBy('id').execute();
}

export function findOwnedChannel(
  db: Store,
  owner: ChannelOwner,
  id: string,
): Promise<StoredChannel | undefined> {
  return selectOwned(db, owner).where('id', '=', id).executeTakeFirst();
}

export function findChannel(db: Store, domainId: string, id: string): Promise<StoredChannel | undefined> {
  return db
    .selectFrom('notificationChannels')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Channels with a rule for a reason, or one of them. */
export function listNotified(
  db: Store,
  { domainId, reason, channelId }: { domainId: string; reason: ReasonName; channelId: string | null },
): Promise<StoredChannel[]> {
  return db
    .selectFrom('notificationChannels')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('id', 'in', (rules) =>
      rules
        .selectFrom('notificationRules')
        .select('channelId')
        .where('domainId', '=', domainId)
        .where('reason', '=', reason),
    )
    .$if(channelId !== null, (query) => query.where('id', '=', channelId as string))
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** False if the owner has as many as they may. Two at the same moment violate `notification_channels_place`. */
export async function insertChannel(db: Store, row: StoredChannel): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_channels (id, domain_id, user_id, position, kind, name, address, secret, digest, digest_minute,
      quiet_from, quiet_until, time_zone, created_by, created_on)
    select ${row.id}, ${row.domainId}, ${row.userId}, free.position, ${row.kind}, ${row.name}, ${row.address}, ${row.secret},
      ${row.digest}, ${row.digestMinute}, ${row.quietFrom}::smallint, ${row.quietUntil}::smallint, ${row.timeZone},
      ${row.createdBy}, ${row.createdOn}
    from generate_series(1, ${MAX_CHANNELS}::int) as free (position)
    where not exists (
      select from notification_channels c
      where c.domain_id = ${row.domainId} and c.user_id is not distinct from ${row.userId}::uuid and c.position = free.position)
    order by free.position limit 1
    returning id`.execute(db);
  return rows.length > 0;
}

/** The channel of a person's e-mail, which is made when it is first needed. */
export async function upsertMailChannel(db: Store, row: StoredChannel): Promise<void> {
  await db
    .insertInto('notificationChannels')
    .values({ ...row, position: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function updateChannel(
  db: Store,
  { domainId, id }: Pick<StoredChannel, 'domainId' | 'id'>,
  changes: Pick<StoredChannel, 'digest' | 'digestMinute' | 'name' | 'quietFrom' | 'quietUntil' | 'timeZone'>,
): Promise<void> {
  await db
    .updateTable('notificationChannels')
    .set(changes)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .execute();
}

/** False if someone else has deleted it. */
export async function deleteChannel(db: Store, domainId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notificationChannels')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listRules(db: Store, domainId: string): Promise<StoredRule[]> {
  return db.selectFrom('notificationRules').selectAll().where('domainId', '=', domainId).execute();
}

export async function upsertRule(db: Store, rule: StoredRule): Promise<void> {
  await db
    .insertInto('notificationRules')
    .values(rule)
    .onConflict((conflict) =>
      conflict.columns(['channelId', 'reason']).doUpdateSet({ threshold: rule.threshold }),
    )
    .execute();
}

/** Also forgets which thresholds were exceeded. */
export async function deleteRule(
  db: Store,
  { domainId, channelId, reason }: Pick<StoredRule, 'channelId' | 'domainId' | 'reason'>,
): Promise<void> {
  for (const table of ['notificationRules', 'notificationStates'] as const)
    await db
      .deleteFrom(table)
      .where('domainId', '=', domainId)
      .where('channelId', '=', channelId)
      .where('reason', '=', reason)
      .execute();
}

/** People of a domain who get e-mail for any reason. */
export async function listMailedIds(db: Store, domainId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationChannels')
    .select('id')
    .where('domainId', '=', domainId)
    .where('kind', '=', 'EMAIL')
    .where('id', 'in', (rules) =>
      rules.selectFrom('notificationRules').select('channelId').where('domainId', '=', domainId),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes all of a closed domain. */
export async function deleteNotifications(db: Store, domainId: string): Promise<void> {
  for (const table of [
    'heldNotifications',
    'notificationStates',
    'notifications',
    'notificationRules',
    'notificationChannels',
  ] as const)
    await db.deleteFrom(table).where('domainId', '=', domainId).execute();
}
