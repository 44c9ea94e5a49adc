import type { Build } from '@atrium/contract/services/service';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { ServicesTables } from './services.tables.ts';
import { notifyServicesChanged } from './services-changed.ts';
import { listedAddresses } from './services-process.repository.ts';

/** A service, where it is, and the build that its parts last reported. */
export interface RegisteredService {
  id: string;
  name: string;
  group: string;
  /** Base addresses, without a slash at their ends: one for each process of a shipped service. */
  addresses: readonly string[];
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
    .select(listedAddresses.as('processes'))
    .orderBy('groupName')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toService);
}

export async function findService(db: Store, id: string): Promise<RegisteredService | undefined> {
  const row = await db
    .selectFrom('services')
    .selectAll()
    .select(listedAddresses.as('processes'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toService(row);
}

/** What is stored of a service. */
type StoredService = Omit<RegisteredService, 'addresses'> & { address: string };

/** Inserts a service, or changes what is known of it. Notifies every process. */
export async function upsertService(
  db: Store,
  { id, group, info, ...service }: StoredService,
  registeredOn: Date,
): Promise<void> {
  const changed = {
    ...service,
    groupName: group,
    backendInfo: info.be && JSON.stringify(info.be),
    frontendInfo: info.fe && JSON.stringify(info.fe),
  };
  await db
    .insertInto('services')
    .values({ id, registeredOn, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
  await notifyServicesChanged(db);
}

/** True if there was one to remove; notifies every process. Shipped services come back with the next start and cannot be removed. */
export async function deleteForeignService(db: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('services')
    .where('id', '=', id)
    .where('isShipped', '=', false)
    .executeTakeFirst();
  await notifyServicesChanged(db);
  return numDeletedRows > 0n;
}

function toService(row: Selectable<ServicesTables['services']> & { processes: string[] }): RegisteredService {
  return {
    id: row.id,
    name: row.name,
    group: row.groupName,
    addresses: row.isShipped ? row.processes.map((address) => `${address}/${row.id}`) : [row.address],
    hasUi: row.hasUi,
    isShipped: row.isShipped,
    isTrusted: row.isTrusted,
    info: { fe: row.frontendInfo, be: row.backendInfo },
  };
}
