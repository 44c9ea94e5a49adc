import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Marks the tests of a new run that are in quarantine on its day. */
export async function updateQuarantined(
  db: Store,
  run: { id: string; domainId: string },
  day: string,
): Promise<void> {
  await sql`
    update test_results r set quarantine = q.reason
    from test_quarantines q
    where q.domain_id = ${run.domainId} and q.until_on >= ${day}::date
      and r.run_id = ${run.id} and r.service_id = q.service_id and r.test_id = q.test_id`.execute(db);
}

/** Whether a test has failed in a run whose failure counts. */
export async function hasCountingFailure(db: Store, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('testResults')
    .select('testId')
    .where('runId', '=', runId)
    .where('status', '=', 'FAIL')
    .where('quarantine', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a test has ever been part of a run of the domain. */
export async function hasTest(
  db: Store,
  { domainId, serviceId, testId }: { domainId: string; serviceId: string; testId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('testResults')
    .select('runId')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('testId', '=', testId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
