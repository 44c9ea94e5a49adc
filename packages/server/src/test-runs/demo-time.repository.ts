import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Dates a finished run of the demo, and its tests, back. */
export async function updateRunTime(db: Store, runId: string, earlierMs: number): Promise<void> {
  const earlier = sql`interval '1 ms' * ${earlierMs}`;
  await sql`
    update test_runs set started_on = started_on - ${earlier}, finished_on = finished_on - ${earlier},
      heartbeat_on = heartbeat_on - ${earlier}
     where id = ${runId} and status <> 'RUNNING'`.execute(db);
  await sql`update test_results set started_on = started_on - ${earlier} where run_id = ${runId}`.execute(db);
}
