import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { OutboxTables } from './outbox.tables.ts';

export type StoredDelivery = Selectable<OutboxTables['outboxDeliveries']>;
type DeliveryDraft = Omit<StoredDelivery, 'lastTryOn' | 'statusCode' | 'tries'>;
export type DeliveryPlace = Pick<StoredDelivery, 'domainId' | 'id'>;

/** Finished deliveries kept per receiver. */
const KEPT_PER_RECEIVER = 20;

/** Newest first. */
export function listDeliveries(
  db: Store,
  { domainId, receiverIds }: { domainId: string; receiverIds: readonly string[] },
): Promise<StoredDelivery[]> {
  return db
    .selectFrom('outboxDeliveries')
    .selectAll()
    .where('domainId', '=', domainId)
    .where(sql<boolean>`receiver_id = any(${receiverIds}::uuid[])`)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findDelivery(
  db: Store,
  { id, domainId }: DeliveryPlace,
): Promise<StoredDelivery | undefined> {
  return db
    .selectFrom('outboxDeliveries')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countWaiting(db: Store, domainId: string): Promise<number> {
  const { count } = await db
    .selectFrom('outboxDeliveries')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('domainId', '=', domainId)
    .where('status', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Inserts a delivery and deletes the oldest finished ones of its receiver. */
export async function insertDelivery(db: Store, delivery: DeliveryDraft): Promise<void> {
  const { domainId, receiverId } = delivery;
  await db.insertInto('outboxDeliveries').values(delivery).execute();
  await sql`
    delete from outbox_deliveries where receiver_id = ${receiverId} and domain_id = ${domainId}
      and status <> 'WAITING' and id not in (
        select id from outbox_deliveries where receiver_id = ${receiverId} and domain_id = ${domainId}
        order by created_on desc, id desc limit ${KEPT_PER_RECEIVER})`.execute(db);
}

/** Records a try. Does nothing if another process has recorded it, or the delivery was deleted. */
export async function updateDelivery(
  db: Store,
  { id, domainId, tries }: StoredDelivery,
  changes: Pick<StoredDelivery, 'error' | 'lastTryOn' | 'nextTryOn' | 'status' | 'statusCode'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outboxDeliveries')
    .set({ ...changes, tries: tries + 1 })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('tries', '=', tries)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets an ended delivery wait for a first try again. Undefined if it waits or is gone. */
export function updateSentAgain(
  db: Store,
  { id, domainId, receiverId }: DeliveryPlace & Pick<StoredDelivery, 'receiverId'>,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<StoredDelivery | undefined> {
  return db
    .updateTable('outboxDeliveries')
    .set({ status: 'WAITING', tries: 0, maxTries, nextTryOn: now, error: null, statusCode: null })
    .where('domainId', '=', domainId)
    .where('receiverId', '=', receiverId)
    .where('id', '=', id)
    .where('status', '<>', 'WAITING')
    .returningAll()
    .executeTakeFirst();
}

/** Waiting deliveries of all domains whose next try is overdue, by id. */
export function listOverdue(
  db: Store,
  { before, after, size }: { before: Date; after: string; size: number },
): Promise<DeliveryPlace[]> {
  return db
    .selectFrom('outboxDeliveries')
    .select(['id', 'domainId'])
    .where('status', '=', 'WAITING')
    .where('nextTryOn', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute();
}

export async function deleteDeliveries(
  db: Store,
  { domainId, receiverId }: { domainId: string; receiverId?: string },
): Promise<void> {
  await db
    .deleteFrom('outboxDeliveries')
    .where('domainId', '=', domainId)
    .$if(receiverId !== undefined, (query) => query.where('receiverId', '=', receiverId as string))
    .execute();
}
