import type { Build } from '@atrium/contract/services/service';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { ServicesTables } from './services.tables.ts';

/** A service, its address, and the build that its parts last reported. */
export interface RegisteredService {
  id: string;
  name: string;
  group: string;
  /** Base address, without a slash at its end. */
  address: string;
  hasUi: boolean;
  isShipped: boolean;
  /** Whether its pages run with the rights of the console. */
  isTrusted: boolean;
  info: { fe: Build | null; be: Build | null };
}

export async function listServices(db: Store): Promise<RegisteredService[]> {
  const rows = await db
    .selectFrom('services')
    .selectAll()
    .orderBy('groupName')
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
    groupName: service.group,
    address: service.address,
    hasUi: service.hasUi,
    isShipped: service.isShipped,
    isTrusted: service.isTrusted,
    backendInfo: service.info.be && JSON.stringify(service.info.be),
    frontendInfo: service.info.fe && JSON.stringify(service.info.fe),
  };
  await db
    .insertInto('services')
    .values({ id: service.id, registeredOn, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

/** True if there was one to remove. Shipped services come back with the next start and cannot be removed. */
export async function deleteForeignService(db: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('services')
    .where('id', '=', id)
    .where('isShipped', '=', false)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toService(row: Selectable<ServicesTables['services']>): RegisteredService {
  return {
    id: row.id,
    name: row.name,
    group: row.groupName,
    address: row.address,
    hasUi: row.hasUi,
    isShipped: row.isShipped,
    isTrusted: row.isTrusted,
    info: { fe: row.frontendInfo, be: row.backendInfo },
  };
}
