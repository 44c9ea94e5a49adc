import { MAX_WEBHOOKS } from '@atrium/contract/test-runs/notices';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { SealedColumn } from '../../secrets/sealed-column.ts';
import type { TestRunsTables } from '../test-runs.tables.ts';

export type StoredWebhook = Omit<Selectable<TestRunsTables['webhooks']>, 'position'>;

const COLUMNS = ['id', 'domainId', 'url', 'secret', 'createdBy', 'createdOn'] as const;

export const webhookSecretColumn: SealedColumn = {
  name: 'webhooks.secret',
  list: (db, prefix) =>
    db
      .selectFrom('webhooks')
      .select(['id as row', 'secret as text'])
      .where('secret', 'not like', `${prefix}%`)
      .orderBy('id')
      .limit(100)
      .execute(),
  async update(db, before, secret) {
    await db
      .updateTable('webhooks')
      .set({ secret })
      .where('id', '=', before.row)
      .where('secret', '=', before.text)
      .execute();
  },
};

export function listWebhooks(db: Store, domainId: string): Promise<StoredWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .orderBy('position')
    .execute();
}

export function findWebhook(db: Store, domainId: string, id: string): Promise<StoredWebhook | undefined> {
  return db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** False if the domain has as many as it may. Two at the same moment violate `webhooks_domain_id_position_key`. */
export async function insertWebhook(db: Store, row: StoredWebhook): Promise<boolean> {
  const { rows } = await sql`
    insert into webhooks (id, domain_id, position, url, secret, created_by, created_on)
    select ${row.id}, ${row.domainId}, free.position, ${row.url}, ${row.secret}, ${row.createdBy}, ${row.createdOn}
    from generate_series(1, ${MAX_WEBHOOKS}::int) as free (position)
    where not exists (select from webhooks w where w.domain_id = ${row.domainId} and w.position = free.position)
    order by free.position limit 1
    returning id`.execute(db);
  return rows.length > 0;
}

/** False if someone else has deleted it. */
export async function deleteWebhook(db: Store, domainId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
