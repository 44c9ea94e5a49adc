import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { SearchedTest } from './change-search.repository.ts';

/** The last run before one in which the test passed. Run ids sort by time. */
export async function findPassedRunId(
  db: Store,
  domainId: string,
  { runId, serviceId, testId }: SearchedTest,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('testResults')
    .select('runId')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('testId', '=', testId)
    .where('status', '=', 'OK')
    .where('runId', '<', runId)
    .orderBy('runId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.runId;
}

/** The services whose files a test reached in any of these runs. */
export async function listReachedServiceIds(
  db: Store,
  domainId: string,
  { serviceId, testId }: SearchedTest,
  runIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ serviceId: string }>`
    select distinct f.service_id
    from test_results t
    join reaches r on r.id = t.reach_id
    cross join unnest(r.file_ids) as file_id
    join reached_files f on f.id = file_id
    where t.domain_id = ${domainId} and t.service_id = ${serviceId} and t.test_id = ${testId}
      and t.run_id = any(${runIds}::uuid[])
    order by 1`.execute(db);
  return rows.map((row) => row.serviceId);
}
