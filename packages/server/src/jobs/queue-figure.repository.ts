import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface QueueFigures {
  queue: string;
  waiting: number;
  active: number;
  /** Given up, and kept by the queue for some days. */
  failed: number;
  failedLastHour: number;
  /** Since the oldest that waits was due. */
  oldestSeconds: number;
  /** Cron expression in UTC. */
  timetable: string | null;
}

/** Figures of each queue. Jobs scheduled for later do not count as waiting. */
export async function listQueueFigures(db: Store): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select queue.name as queue,
           count(*) filter (where state in ('created', 'retry'))::int as waiting,
           count(*) filter (where state = 'active')::int as active,
           count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'failed' and completed_on > now() - interval '1 hour')::int as "failedLastHour",
           coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))), 0)::float
             as "oldestSeconds",
           (select min(cron) from jobs.schedule where schedule.name = queue.name) as timetable
      from jobs.queue
      left join jobs.job on job.name = queue.name and state in ('created', 'retry', 'active', 'failed')
                        and (state <> 'created' and state <> 'retry' or start_after <= now())
     where queue.name !~ '^__'
     group by queue.name
     order by queue.name`.execute(db);
  return rows;
}
