import type { Store } from '../../database/schema.ts';

interface ProtectedService {
  domainId: string;
  serviceId: string;
}

export async function hasProtection(db: Store, { domainId, serviceId }: ProtectedService): Promise<boolean> {
  const row = await db
    .selectFrom('protections')
    .select('serviceId')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of any of the services of a domain. */
export async function hasAnyProtection(db: Store, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('protections')
    .select('serviceId')
    .where('domainId', '=', domainId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether it was not there yet. */
export async function insertProtection(db: Store, service: ProtectedService, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('protections')
    .values({ ...service, changedOn: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Returns whether it was there. */
export async function deleteProtection(
  db: Store,
  { domainId, serviceId }: ProtectedService,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('protections')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Of a closed domain. */
export async function deleteProtections(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('protections').where('domainId', '=', domainId).execute();
}
