import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

interface Counted {
  calls: number;
  errors: number;
  /** Number of calls per duration bucket, as the runtime counts them. */
  durations: readonly number[];
}

interface Place {
  domainId: string;
  serviceId: string;
}

/**
 * Counts of past demo calls, which calls made today cannot create. Besides the times of versions
 * (`configuration/demo-time.repository.ts`), nothing else is written directly to the shipped services' data.
 */
export async function insertDemoDays(
  db: Store,
  { domainId, serviceId }: Place,
  days: readonly (Counted & { day: string; name: string; durationMs: number })[],
): Promise<void> {
  for (const { day, name, calls, errors, durationMs, durations } of days) {
    await sql`
      insert into runtime.function_day (domain_id, service_id, day, function, calls, errors, duration_ms, durations)
      values (${domainId}, ${serviceId}, ${day}, ${name}, ${calls}, ${errors}, ${durationMs}, ${durations})
      on conflict do nothing`.execute(db);
  }
}

export async function insertDemoHours(
  db: Store,
  { domainId, serviceId }: Place,
  hours: readonly (Counted & { hour: Date })[],
): Promise<void> {
  for (const { hour, calls, errors, durations } of hours) {
    await sql`
      insert into runtime.service_hour (domain_id, service_id, hour, calls, errors, durations)
      values (${domainId}, ${serviceId}, ${hour}, ${calls}, ${errors}, ${durations})
      on conflict do nothing`.execute(db);
  }
}
