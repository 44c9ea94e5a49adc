import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Waiting jobs of a sender in a queue. */
export interface WaitingJobs {
  queue: string;
  group: string;
  priorities: { lowest: number; highest: number };
}

/** Counts waiting jobs, up to `most`: a sender with that many is at the very end anyway. */
export async function countWaitingJobs(
  db: Store,
  { queue, group, priorities: { lowest, highest } }: WaitingJobs,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select 1 from jobs.job
             where name = ${queue} and state < 'active' and not blocked
               and priority between ${lowest} and ${highest} and group_id = ${group}
             limit ${most}) as waiting`.execute(db);
  return rows[0]?.count ?? 0;
}
