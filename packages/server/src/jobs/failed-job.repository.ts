import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

const MESSAGE_MAX_LENGTH = 500;

interface FailedJob {
  id: string;
  queue: string;
  endedOn: Date;
  message: string;
}

/** The latest jobs that were given up, without their payloads, which may hold personal data. */
export async function listFailedJobs(db: Store, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name as queue, completed_on as "endedOn",
           left(coalesce(output ->> 'message', ''), ${MESSAGE_MAX_LENGTH}) as message
      from jobs.job
     where state = 'failed'
     order by completed_on desc, id desc
     limit ${limit}`.execute(db);
  return rows;
}
