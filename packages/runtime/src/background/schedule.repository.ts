import { KEPT_TICKS, type ScheduleTick } from '@atrium/contract/service-api/functions/background';
import { type Selectable, sql } from 'kysely';
import type { Scope } from '../configuration/scope.ts';
import type { Store } from '../database/schema.ts';
import type { BackgroundTables } from './background.tables.ts';

export type Schedule = Selectable<BackgroundTables['schedule']>;

/** By function and position. */
export function listSchedules(
  db: Store,
  { domainId, serviceId }: Scope,
  functions?: readonly string[],
): Promise<Schedule[]> {
  let query = db
    .selectFrom('schedule')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId);
  if (functions) query = query.where('function', 'in', functions);
  return query.orderBy('function').orderBy('position').execute();
}

/** Replaces the schedules of functions. */
export async function replaceSchedules(
  db: Store,
  { domainId, serviceId }: Scope,
  functions: readonly string[],
  schedules: readonly Schedule[],
): Promise<void> {
  await db
    .deleteFrom('schedule')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('function', 'in', functions)
    .execute();
  if (schedules.length === 0) return;
  await db
    .insertInto('schedule')
    .values(schedules.map((schedule) => ({ ...schedule, ticks: JSON.stringify(schedule.ticks) })))
    .execute();
}

/** Locks schedules whose time has come, of all domains; others that are being handled are passed over. */
export async function lockDueSchedules(transaction: Store, now: Date, limit: number): Promise<Schedule[]> {
  return transaction
    .selectFrom('schedule')
    .selectAll()
    .where('nextOn', '<=', now)
    .orderBy('nextOn')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Deletes runs that wait and whose schedule is no longer there. */
export async function deleteWithdrawn(
  db: Store,
  { domainId, serviceId }: Scope,
  functions: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('backgroundRun as run')
    .where('run.domainId', '=', domainId)
    .where('run.serviceId', '=', serviceId)
    .where('run.kind', '=', 'SCHEDULE')
    .where('run.state', '=', 'WAITING')
    .where('run.function', 'in', functions)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('schedule')
            .select('schedule.position')
            .whereRef('schedule.domainId', '=', 'run.domainId')
            .whereRef('schedule.serviceId', '=', 'run.serviceId')
            .whereRef('schedule.function', '=', 'run.function')
            .whereRef('schedule.position', '=', 'run.position'),
        ),
      ),
    )
    .execute();
}

export type SchedulePlace = Pick<Schedule, 'domainId' | 'serviceId' | 'function' | 'position'>;

export async function updateNextTick(db: Store, place: SchedulePlace, nextOn: Date): Promise<void> {
  await db
    .updateTable('schedule')
    .set({ nextOn })
    .where('domainId', '=', place.domainId)
    .where('serviceId', '=', place.serviceId)
    .where('function', '=', place.function)
    .where('position', '=', place.position)
    .execute();
}

/** Replaces the state of a tick. The tick is kept however many came after it, because a run may be long. */
export async function updateTick(db: Store, place: SchedulePlace, tick: ScheduleTick): Promise<void> {
  await sql`
    update runtime.schedule
    set ticks = (
      select jsonb_agg(kept.tick order by kept.tick ->> 'on' desc) from (
        select each.tick from (
          select tick from jsonb_array_elements(ticks) as before (tick) where tick ->> 'on' <> ${tick.on}
          union all select ${JSON.stringify(tick)}::jsonb) as each
        order by each.tick ->> 'on' = ${tick.on} desc, each.tick ->> 'on' desc limit ${KEPT_TICKS}) as kept)
    where domain_id = ${place.domainId} and service_id = ${place.serviceId}
      and function = ${place.function} and position = ${place.position}
  `.execute(db);
}
