import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { type NotNull, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

export interface TestKey {
  serviceId: string;
  testId: string;
}

/** Last result of a test, and its last recorded reach. */
export interface LatestReach extends TestKey {
  status: 'OK' | 'FAIL';
  runId: string;
  reachId: number | null;
}

/** The latest of the tests that have ever passed or failed. Run ids sort by time. */
export async function listLatestReaches(
  db: Store,
  domainId: string,
  tests: readonly TestKey[],
): Promise<LatestReach[]> {
  const ofTest = sql`domain_id = ${domainId} and service_id = t.service_id and test_id = t.test_id`;
  const { rows } = await sql<LatestReach>`
    select t.service_id, t.test_id, newest.status, newest.run_id, known.reach_id
    from unnest(${tests.map(({ serviceId }) => serviceId)}::text[], ${tests.map(({ testId }) => testId)}::text[])
      as t (service_id, test_id)
    cross join lateral (
      select status, run_id from test_results
      where ${ofTest} and status in ('OK', 'FAIL') order by run_id desc limit 1) newest
    left join lateral (
      select reach_id from test_results
      where ${ofTest} and status in ('OK', 'FAIL') and reach_id is not null order by run_id desc limit 1) known on true
    order by t.service_id, t.test_id`.execute(db);
  return rows;
}

/** A content of a file of one service, and the reaches that it is part of. */
export interface ReachedContent extends FilePlace {
  checksum: string;
  reachIds: number[];
}

/** The contents of a service's files that some of these reaches have; of one file only where one is given. */
export async function listReachedContents(
  db: Store,
  domainId: string,
  reachIds: readonly number[],
  { serviceId, place }: { serviceId: string; place?: FilePlace | undefined },
): Promise<ReachedContent[]> {
  const isPlace = place ? sql`and f.folder_path = ${place.folderPath} and f.name = ${place.name}` : sql``;
  const { rows } = await sql<ReachedContent>`
    select f.folder_path, f.name, f.checksum, array_agg(r.id) as reach_ids
    from reaches r cross join unnest(r.file_ids) as file_id
    join reached_files f on f.id = file_id
    where r.domain_id = ${domainId} and r.id = any(${reachIds}::bigint[])
      and f.domain_id = ${domainId} and f.service_id = ${serviceId} ${isPlace}
    group by f.id, f.domain_id
    order by f.id`.execute(db);
  return rows.map((row) => ({ ...row, reachIds: row.reachIds.map(Number) }));
}

export interface PassedContent extends FilePlace {
  checksum: string;
  runId: string;
  passedOn: Date;
}

/** Which of these contents a run has passed with, and which run was the last one. */
export async function listPassedContents(
  db: Store,
  domainId: string,
  serviceId: string,
  checksums: readonly string[],
): Promise<PassedContent[]> {
  return db
    .selectFrom('reachedFiles')
    .select(['folderPath', 'name', 'checksum'])
    .select(['passedRunId as runId', 'passedOn'])
    .$narrowType<{ runId: NotNull; passedOn: NotNull }>()
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('checksum', '=', sql<string>`any(${checksums})`)
    .where('passedRunId', 'is not', null)
    .orderBy('id')
    .execute();
}
