import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/**
 * Dates a version of the demo back. Services date versions by their own clock, without a way to choose another time: this and the
 * counts of calls (`demo/demo-call.repository.ts`) are the only writes to tables of the shipped services.
 */
export async function updateVersionTime(
  db: Store,
  { domainId, serviceId, version }: { domainId: string; serviceId: string; version: number },
  time: Date,
): Promise<void> {
  await sql`
    update runtime.version set created_on = ${time}
     where domain_id = ${domainId} and service_id = ${serviceId} and version = ${version}`.execute(db);
  await sql`
    update runtime.file set modified_on = ${time}
     where domain_id = ${domainId} and service_id = ${serviceId} and from_version = ${version}`.execute(db);
}
