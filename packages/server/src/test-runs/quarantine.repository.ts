import type { Store } from '../database/schema.ts';

interface TestPlace {
  domainId: string;
  serviceId: string;
  testId: string;
}

export interface StoredQuarantine {
  serviceId: string;
  testId: string;
  reason: string;
  until: string;
  createdBy: string;
  createdOn: Date;
}

const columns = ['serviceId', 'testId', 'reason', 'untilOn as until', 'createdBy', 'createdOn'] as const;

/** Quarantines in force on a day, by test. */
export function listQuarantines(db: Store, domainId: string, day: string): Promise<StoredQuarantine[]> {
  return db
    .selectFrom('testQuarantines')
    .select(columns)
    .where('domainId', '=', domainId)
    .where('untilOn', '>=', day)
    .orderBy('serviceId')
    .orderBy('testId')
    .execute();
}

export function findQuarantine(db: Store, place: TestPlace): Promise<StoredQuarantine | undefined> {
  return selectPlace(db, place).select(columns).executeTakeFirst();
}

function selectPlace(db: Store, { domainId, serviceId, testId }: TestPlace) {
  return db
    .selectFrom('testQuarantines')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('testId', '=', testId);
}

export async function upsertQuarantine(
  db: Store,
  { domainId, ...row }: StoredQuarantine & { domainId: string },
): Promise<void> {
  const { serviceId, testId, until, ...rest } = row;
  const values = { ...rest, untilOn: until };
  await db
    .insertInto('testQuarantines')
    .values({ domainId, serviceId, testId, ...values })
    .onConflict((conflict) => conflict.columns(['domainId', 'serviceId', 'testId']).doUpdateSet(values))
    .execute();
}

/** False if someone else has ended it. */
export async function deleteQuarantine(
  db: Store,
  { domainId, serviceId, testId }: TestPlace,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('testQuarantines')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('testId', '=', testId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All of a domain. */
export async function deleteQuarantines(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('testQuarantines').where('domainId', '=', domainId).execute();
}
