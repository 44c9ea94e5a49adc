import type { BuildInfo } from '@atrium/contract/services/service';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { ServicesTables } from './services.tables.ts';

/** A service, where it is, and what its parts last said of their build. */
export interface RegisteredService {
  id: string;
  name: string;
  group: string;
  /** Base address, without a slash at its end. */
  address: string;
  hasUi: boolean;
  isShipped: boolean;
  info: { fe: BuildInfo | null; be: BuildInfo | null };
}

export async function listServices(db: Store): Promise<RegisteredService[]> {
  const rows = await db
    .selectFrom('services')
    .selectAll()
    .orderBy('group_name')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toService);
}

export async function findService(db: Store, id: string): Promise<RegisteredService | undefined> {
  const row = await db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toService(row);
}

/** Inserts a service, or changes what is known of it. */
export async function upsertService(
  db: Store,
  service: RegisteredService,
  registeredOn: Date,
): Promise<void> {
  const changed = {
    name: service.name,
    group_name: service.group,
    address: service.address,
    has_ui: service.hasUi,
    is_shipped: service.isShipped,
    backend_info: service.info.be && JSON.stringify(service.info.be),
    frontend_info: service.info.fe && JSON.stringify(service.info.fe),
  };
  await db
    .insertInto('services')
    .values({ id: service.id, registered_on: registeredOn, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

/** True if there was one to remove. Shipped services come back with the next start and cannot be removed. */
export async function deleteForeignService(db: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('services')
    .where('id', '=', id)
    .where('is_shipped', '=', false)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toService(row: Selectable<ServicesTables['services']>): RegisteredService {
  return {
    id: row.id,
    name: row.name,
    group: row.group_name,
    address: row.address,
    hasUi: row.has_ui,
    isShipped: row.is_shipped,
    info: { fe: row.frontend_info, be: row.backend_info },
  };
}
