import { MAX_RUN_TIMES } from '@atrium/contract/test-runs/timetable';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { TestRunsTables } from '../test-runs.tables.ts';

export type StoredRunTime = Omit<Selectable<TestRunsTables['runTimes']>, 'position'>;

const COLUMNS = [
  'id',
  'domainId',
  'rhythm',
  'atMinute',
  'serviceIds',
  'retries',
  'nextOn',
  'lastOn',
  'lastRunId',
  'lastNote',
  'savedBy',
  'permissions',
] as const;

/** In the order in which they were added, as far as places were free. */
export function listRunTimes(db: Store, domainId: string): Promise<StoredRunTime[]> {
  return db
    .selectFrom('runTimes')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .orderBy('position')
    .execute();
}

export function findRunTime(db: Store, domainId: string, id: string): Promise<StoredRunTime | undefined> {
  return db
    .selectFrom('runTimes')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Saved part of a time; the record of its last run is kept. */
export type SavedRunTime = Omit<StoredRunTime, 'lastOn' | 'lastRunId' | 'lastNote'>;

/** False if the domain has as many as it may. Two at the same moment violate `run_times_domain_id_position_key`. */
export async function insertRunTime(db: Store, { id, domainId, ...row }: SavedRunTime): Promise<boolean> {
  const { rows } = await sql`
    insert into run_times (id, domain_id, position, rhythm, at_minute, service_ids, retries, next_on, saved_by, permissions)
    select ${id}, ${domainId}, free.position, ${row.rhythm}, ${row.atMinute}, ${row.serviceIds}::text[], ${row.retries},
      ${row.nextOn}, ${row.savedBy}, ${row.permissions}::text[]
    from generate_series(1, ${MAX_RUN_TIMES}::int) as free (position)
    where not exists (select from run_times t where t.domain_id = ${domainId} and t.position = free.position)
    order by free.position limit 1
    returning id`.execute(db);
  return rows.length > 0;
}

/** False if there is no such time any more. */
export async function updateRunTime(db: Store, { id, domainId, ...changes }: SavedRunTime): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runTimes')
    .set(changes)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if someone else has deleted it. */
export async function deleteRunTime(db: Store, domainId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('runTimes')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All of a domain. */
export async function deleteRunTimes(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('runTimes').where('domainId', '=', domainId).execute();
}

/** Lists the due times of all domains. */
export async function listDueRunTimes(db: Store, now: Date): Promise<{ id: string; domainId: string }[]> {
  return db
    .selectFrom('runTimes')
    .select(['id', 'domainId'])
    .where('nextOn', '<=', now)
    .orderBy('nextOn')
    .orderBy('id')
    .execute();
}

export type DueChanges = Pick<StoredRunTime, 'lastRunId' | 'lastNote'> & { lastOn: Date; nextOn: Date };

/** Notes what became of a due time. False if another process has done so, or someone has changed the timetable. */
export async function updateDueRunTime(
  db: Store,
  { domainId, id, nextOn: due }: StoredRunTime,
  changes: DueChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runTimes')
    .set(changes)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('nextOn', '=', due)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
