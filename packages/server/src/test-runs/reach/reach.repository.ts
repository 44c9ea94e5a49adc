import type { ReachedFile } from '@atrium/contract/service-api/functions/test-reach';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Any number of files in a single statement: they are sent as one JSON value. */
const given = (files: readonly ReachedFile[]) => sql`
  rows from (jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
    as ("serviceId" text, "folderPath" text, name text, checksum text))
  with ordinality as given (service_id, folder_path, name, checksum, position)`;

/**
 * A run's results will refer to the rows that it finds. An unused row is marked as used in the same statement: either
 * that happens first, or the row is deleted and not found.
 */
const keepFound = (table: 'reached_files' | 'reaches', domainId: string) => sql`
  locked as (
    select r.id from ${sql.table(table)} r
    where r.domain_id = ${domainId} and r.id in (select id from found where unused_since is not null)
    order by r.id for update
  ), kept as (
    update ${sql.table(table)} r set unused_since = null from locked
    where r.domain_id = ${domainId} and r.id = locked.id returning r.id
  )`;

/** Ids of the files that are known, by their place in the list. */
export async function listReachedFileIds(
  db: Store,
  domainId: string,
  files: readonly ReachedFile[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ position: number; id: number }>`
    with found as (
      select given.position - 1 as position, f.id, f.unused_since
      from ${given(files)}
      join reached_files f on f.domain_id = ${domainId} and f.service_id = given.service_id
        and f.folder_path = given.folder_path and f.name = given.name and f.checksum = given.checksum
    ), ${keepFound('reached_files', domainId)}
    select position, id from found where unused_since is null or id in (select id from kept)
    order by 1`.execute(db);
  return new Map(rows.map(({ position, id }) => [position, id]));
}

export async function insertReachedFiles(
  db: Store,
  domainId: string,
  files: readonly ReachedFile[],
): Promise<void> {
  await sql`
    insert into reached_files (domain_id, service_id, folder_path, name, checksum)
    select ${domainId}, given.service_id, given.folder_path, given.name, given.checksum
    from ${given(files)} order by given.position
    on conflict do nothing`.execute(db);
}

export async function listReachIds(
  db: Store,
  domainId: string,
  digests: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ digest: string; id: number }>`
    with found as (
      select digest, id, unused_since from reaches
      where domain_id = ${domainId} and digest = any(${digests}::uuid[])
    ), ${keepFound('reaches', domainId)}
    select digest, id from found where unused_since is null or id in (select id from kept)
    order by id`.execute(db);
  return new Map(rows.map(({ digest, id }) => [digest, id]));
}

/** Digest → ids of the files. */
export async function insertReaches(
  db: Store,
  domainId: string,
  reaches: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  const lists = [...reaches.values()].map((fileIds) => `{${fileIds.join()}}`);
  await sql`
    insert into reaches (domain_id, digest, file_ids)
    select ${domainId}, given.digest, given.file_ids::integer[]
    from unnest(${[...reaches.keys()]}::uuid[], ${lists}::text[]) as given (digest, file_ids)
    on conflict do nothing`.execute(db);
}

/** Notes the run that passed with these contents. */
export async function updatePassedFiles(
  transaction: Store,
  run: { id: string; domainId: string; now: Date },
  fileIds: readonly number[],
): Promise<void> {
  await sql`
    update reached_files set passed_run_id = ${run.id}, passed_on = ${run.now}
    where domain_id = ${run.domainId} and id = any(${fileIds}::integer[])`.execute(transaction);
}

/** Deletes the reach of a domain's tests. */
export async function deleteReaches(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('reaches').where('domainId', '=', domainId).execute();
  await transaction.deleteFrom('reachedFiles').where('domainId', '=', domainId).execute();
}
