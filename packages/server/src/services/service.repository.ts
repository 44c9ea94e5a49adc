import type { Build } from '@atrium/contract/services/service';
import { notify } from '@atrium/host/database/notifications';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { ServicesTables } from './services.tables.ts';

/** Its messages are ids of services that were added, changed or removed. */
export const SERVICES_CHANGED_CHANNEL = 'atrium_services_changed';

/** A service, where it is, and the builds that its parts last reported. */
export interface RegisteredService {
  id: string;
  name: string;
  group: string;
  /** Base address, without a slash at its end. Undefined for a shipped service while it runs nowhere that is known here. */
  address: string | undefined;
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

/** Inserts a service, or changes what is known of it. Notifies every process. The address of a shipped one is not stored. */
export async function upsertService(
  db: Store,
  { id, group, info, address, ...service }: RegisteredService,
  registeredOn: Date,
): Promise<void> {
  const changed = {
    ...service,
    address: service.isShipped ? null : (address ?? null),
    groupName: group,
    backendInfo: info.be && JSON.stringify(info.be),
    frontendInfo: info.fe && JSON.stringify(info.fe),
  };
  await db
    .insertInto('services')
    .values({ id, registeredOn, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
  await notify(db, SERVICES_CHANGED_CHANNEL, id);
}

/** True if there was one to remove; notifies every process. Shipped services come back with the next start and cannot be removed. */
export async function deleteForeignService(db: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('services')
    .where('id', '=', id)
    .where('isShipped', '=', false)
    .executeTakeFirst();
  await notify(db, SERVICES_CHANGED_CHANNEL, id);
  return numDeletedRows > 0n;
}

function toService(row: Selectable<ServicesTables['services']>): RegisteredService {
  return {
    id: row.id,
    name: row.name,
    group: row.groupName,
    address: row.address ?? undefined,
    hasUi: row.hasUi,
    isShipped: row.isShipped,
    isTrusted: row.isTrusted,
    info: { fe: row.frontendInfo, be: row.backendInfo },
  };
}
