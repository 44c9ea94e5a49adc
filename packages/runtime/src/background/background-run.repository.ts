import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { BackgroundTables } from './background.tables.ts';

export type BackgroundRun = Selectable<BackgroundTables['backgroundRun']>;

export type RunDraft = Omit<
  BackgroundRun,
  'number' | 'state' | 'attempt' | 'holder' | 'heldUntil' | 'error' | 'failedOn'
>;

/** Returns the ids of added runs. Leaves out runs whose key a waiting or running one has. */
export async function insertRuns(db: Store, runs: readonly RunDraft[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const rows = await db
    .insertInto('backgroundRun')
    .values(runs.map((run) => ({ ...run, state: 'WAITING' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps other transactions from adding to the queue of a domain until this one ends. */
export async function lockQueue(transaction: Store, domainId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`queue ${domainId}`}, 0))`.execute(transaction);
}

/** Counts the runs of a domain that wait or have failed, no further than `most`. */
export async function countKept(db: Store, domainId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from runtime.background_run where domain_id = ${domainId} and state <> 'RUNNING' limit ${most}) as kept
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Claims runs that are due, of each domain in turn: at most `perDomain` of one, those under way included. An earlier run of the same entry
 * and function has to end first.
 */
export async function claimRuns(
  db: Store,
  claim: {
    now: Date;
    holder: string;
    heldUntil: Date;
    /** Number of runs that are under way here, by domain. */
    running: ReadonlyMap<string, number>;
    perDomain: number;
    limit: number;
  },
): Promise<BackgroundRun[]> {
  const { rows } = await sql<BackgroundRun>`
    with recursive waiting (domain_id) as (
      (select domain_id from runtime.background_run where state = 'WAITING' order by domain_id limit 1)
      union all
      select (
        select r.domain_id from runtime.background_run as r
        where r.state = 'WAITING' and r.domain_id > waiting.domain_id order by r.domain_id limit 1)
      from waiting where waiting.domain_id is not null),
    here as (
      select * from unnest(
        ${[...claim.running.keys()]}::text[], ${[...claim.running.values()]}::int[]) as each (domain_id, running)),
    due as materialized (
      select waiting.domain_id, own.number, row_number() over (partition by waiting.domain_id order by own.due_on, own.number) as turn, own.due_on
      from waiting
      left join here on here.domain_id = waiting.domain_id
      cross join lateral (
        select r.number, r.due_on from runtime.background_run as r
        where r.domain_id = waiting.domain_id and r.state = 'WAITING' and r.due_on <= ${claim.now}
          and not exists (
            select from runtime.background_run as earlier
            where earlier.domain_id = r.domain_id and earlier.entry = r.entry and earlier.state <> 'FAILED'
              and earlier.service_id = r.service_id and earlier.function = r.function and earlier.number < r.number)
        order by r.due_on, r.number limit greatest(0, ${claim.perDomain} - coalesce(here.running, 0))
        for update skip locked) as own)
    update runtime.background_run as run
    set state = 'RUNNING', attempt = attempt + 1, holder = ${claim.holder}, held_until = ${claim.heldUntil}
    where (run.domain_id, run.number) in (
      select domain_id, number from due order by turn, due_on, number limit ${claim.limit})
    returning run.*
  `.execute(db);
  return rows;
}

/** Says that the process is alive. */
export async function renewRuns(
  db: Store,
  { holder, heldUntil, ids }: { holder: string; heldUntil: Date; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('backgroundRun')
    .set({ heldUntil })
    .where('id', 'in', ids)
    .where('holder', '=', holder)
    .where('state', '=', 'RUNNING')
    .execute();
}

/** Deletes a run that has ended. False if the process was taken for dead meanwhile. */
export async function deleteEnded(db: Store, { id, domainId, holder }: BackgroundRun): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backgroundRun')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lets a run wait again, or gives it up. */
export async function updateEnded(
  db: Store,
  { id, domainId, holder }: BackgroundRun,
  changes: Pick<BackgroundRun, 'state' | 'dueOn' | 'attempt' | 'error' | 'failedOn'>,
): Promise<void> {
  await db
    .updateTable('backgroundRun')
    .set({ ...changes, holder: null, heldUntil: null })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

/** Takes runs of processes that no longer say that they are alive, of all domains; not those that are under way here. */
export async function takeLost(
  db: Store,
  {
    now,
    holder,
    heldUntil,
    running,
  }: { now: Date; holder: string; heldUntil: Date; running: readonly string[] },
): Promise<BackgroundRun[]> {
  const { rows } = await sql<BackgroundRun>`
    update runtime.background_run set holder = ${holder}, held_until = ${heldUntil}
    where (domain_id, number) in (
      select domain_id, number from runtime.background_run
      where state = 'RUNNING' and held_until < ${now} and id <> all(${running}::uuid[]) order by held_until limit 100 for update skip locked)
    returning *
  `.execute(db);
  return rows;
}

/** Finds whether a run of a schedule waits or is under way. */
export async function hasOpenRun(
  db: Store,
  place: Pick<BackgroundRun, 'domainId' | 'serviceId' | 'function' | 'key'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('backgroundRun')
    .select('id')
    .where('domainId', '=', place.domainId)
    .where('serviceId', '=', place.serviceId)
    .where('function', '=', place.function)
    .where('key', '=', place.key)
    .where('state', '<>', 'FAILED')
    .executeTakeFirst();
  return found !== undefined;
}

interface RunPage {
  /** Runs of this person only. */
  userId?: string | undefined;
  state?: BackgroundRun['state'] | undefined;
  function?: string | undefined;
  failedSince?: string | undefined;
  after?: string | undefined;
  size: number;
}

type Scope = Pick<BackgroundRun, 'domainId' | 'serviceId'>;

/** Oldest first; one more than the page has, to tell whether there are more. */
export function listRuns(
  db: Store,
  { domainId, serviceId }: Scope,
  { userId, state, function: name, failedSince, after, size }: RunPage,
): Promise<BackgroundRun[]> {
  let query = db
    .selectFrom('backgroundRun')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId);
  if (userId !== undefined) query = query.where('userId', '=', userId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (name !== undefined) query = query.where('function', '=', name);
  if (failedSince !== undefined) query = query.where('failedOn', '>=', new Date(failedSince));
  if (after !== undefined)
    query = query.where('number', '>', (from) =>
      from
        .selectFrom('backgroundRun')
        .select('number')
        .where('domainId', '=', domainId)
        .where('id', '=', after),
    );
  return query
    .orderBy('number')
    .limit(size + 1)
    .execute();
}

export async function countRuns(
  db: Store,
  { domainId, serviceId }: Scope,
): Promise<{ waiting: number; running: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; running: number; failed: number }>`
    select count(*) filter (where state = 'WAITING')::int as waiting,
      count(*) filter (where state = 'RUNNING')::int as running,
      count(*) filter (where state = 'FAILED')::int as failed
    from runtime.background_run where domain_id = ${domainId} and service_id = ${serviceId}
  `.execute(db);
  return rows[0] ?? { waiting: 0, running: 0, failed: 0 };
}

export function findRun(
  db: Store,
  { domainId, serviceId }: Scope,
  id: string,
): Promise<BackgroundRun | undefined> {
  return db
    .selectFrom('backgroundRun')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** False if it has not failed any more. One with the same key that waits violates `background_run_key`. */
export async function updateRetried(
  db: Store,
  { domainId, serviceId }: Scope,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backgroundRun')
    .set({ state: 'WAITING', dueOn: now, attempt: 0, failedOn: null })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if it runs, or is gone. */
export async function deleteIdle(db: Store, { domainId, serviceId }: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backgroundRun')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('id', '=', id)
    .where('state', '<>', 'RUNNING')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Runs of all domains that failed before a time. */
export async function deleteFailed(db: Store, before: Date): Promise<void> {
  await db.deleteFrom('backgroundRun').where('state', '=', 'FAILED').where('failedOn', '<', before).execute();
}

/** All of a domain, with its schedules. */
export async function deleteBackground(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('backgroundRun').where('domainId', '=', domainId).execute();
  await db.deleteFrom('schedule').where('domainId', '=', domainId).execute();
}
