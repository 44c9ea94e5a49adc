import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Tables of the queue, of which only `job` holds something of a person: e-mails that were sent to them. */
export const queueTables = {
  bam: 'Changes of the queue’s own tables.',
  jobCommon: 'Jobs that have no table of their own: read through `job`.',
  jobDependency: 'Which job waits for which.',
  queue: 'The kinds of jobs.',
  queueStats: 'How many jobs there were.',
  schedule: 'The timetable.',
  subscription: 'Which queue hears of what.',
  version: 'The version of these tables.',
  warning: 'What the queue warned the operator of.',
};

/** Values of a job's payload that name a person. */
export type Naming = Record<string, string>;

/** Jobs of one queue about a person, as long as the queue keeps them. */
export async function listJobsAbout(
  db: Store,
  queue: string,
  naming: Naming[],
  { after, size }: { after: string | undefined; size: number },
) {
  const names = naming.flatMap((one) => Object.entries(one));
  const { rows } = await sql<{ id: string }>`
    select id, data->>'kind' as kind, state, created_on, started_on, completed_on
      from jobs.job
     where name = ${queue} and (${sql.join(
       names.map(([field, value]) => sql`lower(data->>${field}) = lower(${value})`),
       sql` or `,
     )})
       and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
     order by id
     limit ${size}`.execute(db);
  return rows;
}
