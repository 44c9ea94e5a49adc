import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { Scope } from './scope.ts';

export interface VersionRecord {
  version: number;
  parent: number | null;
  createdOn: Date;
  author: string | null;
  message: string;
  commitSha: string | null;
  filesCount: number;
  changesCount: number;
}

/** Locks one configuration until the transaction ends. Returns its live version; 0 if there is none. */
export async function lockLiveVersion(transaction: Store, { domainId, serviceId }: Scope): Promise<number> {
  await transaction
    .insertInto('configuration')
    .values({ domainId, serviceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { liveVersion } = await transaction
    .selectFrom('configuration')
    .select('liveVersion')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return liveVersion;
}

/** Under the lock. Forgets what was withdrawn so long ago that no process still sends it. */
export async function insertWithdrawnImport(
  transaction: Store,
  { domainId, serviceId }: Scope,
  { attemptId, now, keptFrom }: { attemptId: string; now: Date; keptFrom: Date },
): Promise<void> {
  await transaction
    .deleteFrom('withdrawnImport')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('withdrawnOn', '<', keptFrom)
    .execute();
  await transaction
    .insertInto('withdrawnImport')
    .values({ domainId, serviceId, attemptId, withdrawnOn: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Under the lock, so that no import slips past its withdrawal. */
export async function isWithdrawn(
  transaction: Store,
  { domainId, serviceId }: Scope,
  attemptId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('withdrawnImport')
    .select('attemptId')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findLiveVersion(db: Store, scope: Scope): Promise<number | undefined> {
  const row = await db
    .selectFrom('configuration')
    .select('liveVersion')
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .executeTakeFirst();
  return row?.liveVersion;
}

export async function updateLiveVersion(
  transaction: Store,
  { domainId, serviceId }: Scope,
  liveVersion: number,
): Promise<void> {
  await transaction
    .updateTable('configuration')
    .set({ liveVersion })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .execute();
}

/** The oldest version that was not deleted. */
export async function findOldestVersion(db: Store, scope: Scope): Promise<number> {
  const row = await db
    .selectFrom('configuration')
    .select('oldestVersion')
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .executeTakeFirst();
  return row?.oldestVersion ?? 1;
}

/** Deletes the records of versions before one, which becomes the first. Returns how many there were. */
export async function deleteVersionsBefore(
  transaction: Store,
  { domainId, serviceId }: Scope,
  before: number,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('version')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('version', '<', before)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('version')
    .set({ parent: null })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('version', '=', before)
    .execute();
  await transaction
    .updateTable('configuration')
    .set({ oldestVersion: before })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .execute();
  return Number(numDeletedRows);
}

export async function findVersion(
  db: Store,
  scope: Scope,
  version: number,
): Promise<VersionRecord | undefined> {
  return versionsOf(db, scope).where('version', '=', version).executeTakeFirst();
}

export async function listVersions(db: Store, scope: Scope, page: number, size: number) {
  const content = await versionsOf(db, scope)
    .orderBy('version', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { count } = await db
    .selectFrom('version')
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { content, totalElements: Number(count) };
}

export async function listVersionsByNumber(
  db: Store,
  scope: Scope,
  numbers: readonly number[],
): Promise<VersionRecord[]> {
  return versionsOf(db, scope)
    .where('version', '=', sql<number>`any(${numbers}::int[])`)
    .orderBy('version', 'desc')
    .execute();
}

export async function insertVersion(
  transaction: Store,
  { domainId, serviceId }: Scope,
  record: VersionRecord,
): Promise<void> {
  await transaction
    .insertInto('version')
    .values({ ...record, domainId, serviceId })
    .execute();
}

function versionsOf(db: Store, { domainId, serviceId }: Scope) {
  return db
    .selectFrom('version')
    .select([
      'version',
      'parent',
      'createdOn',
      'author',
      'message',
      'commitSha',
      'filesCount',
      'changesCount',
    ])
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId);
}

/** All configuration of a domain, in all services, with its history. */
export async function deleteConfigurations(transaction: Store, domainId: string): Promise<void> {
  for (const table of ['file', 'version', 'withdrawnImport', 'configuration', 'blob'] as const) {
    await transaction.deleteFrom(table).where('domainId', '=', domainId).execute();
  }
}
