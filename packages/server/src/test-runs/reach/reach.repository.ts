import type { ReachedFile } from '@atrium/contract/service-api/test-reach';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** One statement for any number of files: they are sent as one JSON value. */
const given = (files: readonly ReachedFile[]) => sql`
  rows from (jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
    as ("serviceId" text, "folderPath" text, name text, checksum text))
  with ordinality as given (service_id, folder_path, name, checksum, position)`;

/** Ids of the files that are known, by their place in the list. */
export async function listReachedFileIds(
  db: Store,
  domainId: string,
  files: readonly ReachedFile[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ position: number; id: number }>`
    select given.position - 1 as position, f.id
    from ${given(files)}
    join reached_files f on f.domain_id = ${domainId} and f.service_id = given.service_id
      and f.folder_path = given.folder_path and f.name = given.name and f.checksum = given.checksum
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
    select digest, id from reaches
    where domain_id = ${domainId} and digest = any(${digests}::uuid[])
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

/** What is known of the reach of a domain's tests. */
export async function deleteReaches(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('reaches').where('domainId', '=', domainId).execute();
  await transaction.deleteFrom('reachedFiles').where('domainId', '=', domainId).execute();
}
