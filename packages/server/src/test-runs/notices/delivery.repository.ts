import { KEPT_DELIVERIES } from '@atrium/contract/test-runs/notices';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { TestRunsTables } from '../test-runs.tables.ts';

export type StoredDelivery = Selectable<TestRunsTables['webhookDeliveries']>;
type DeliveryDraft = Pick<
  StoredDelivery,
  'id' | 'webhookId' | 'domainId' | 'kind' | 'runId' | 'body' | 'createdOn'
>;

/** Newest first. */
export function listDeliveries(db: Store, domainId: string): Promise<StoredDelivery[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findDelivery(
  db: Store,
  { id, domainId }: { id: string; domainId: string },
): Promise<StoredDelivery | undefined> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds one, and deletes the oldest of the webhook beyond those that are kept. */
export async function insertDelivery(db: Store, delivery: DeliveryDraft): Promise<void> {
  await db.insertInto('webhookDeliveries').values(delivery).execute();
  await sql`
    delete from webhook_deliveries where webhook_id = ${delivery.webhookId} and domain_id = ${delivery.domainId}
      and status <> 'WAITING' and id not in (
        select id from webhook_deliveries where webhook_id = ${delivery.webhookId} and domain_id = ${delivery.domainId}
        order by created_on desc, id desc limit ${KEPT_DELIVERIES})`.execute(db);
}

export async function updateDelivery(
  db: Store,
  { id, domainId }: { id: string; domainId: string },
  changes: Pick<StoredDelivery, 'status' | 'tries' | 'statusCode' | 'error'> & { lastTryOn: Date },
): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set(changes)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .execute();
}
