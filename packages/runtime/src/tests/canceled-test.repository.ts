import type { Insertable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { TestsTables } from './tests.tables.ts';

type CanceledTest = Insertable<TestsTables['canceledTest']>;

/** Adds a cancel, once, and deletes those from before a time. */
export async function insertCanceledTest(
  db: Store,
  canceled: CanceledTest,
  forgetBefore: Date,
): Promise<void> {
  await db.deleteFrom('canceledTest').where('canceledOn', '<', forgetBefore).execute();
  await db
    .insertInto('canceledTest')
    .values(canceled)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listCanceledTests(
  db: Store,
  { domainId, runId }: { domainId: string; runId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('canceledTest')
    .select('testId')
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .orderBy('testId')
    .execute();
  return rows.map(({ testId }) => testId);
}
