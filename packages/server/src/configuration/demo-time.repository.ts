import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/**
 * Dates a version of the demo back. Services date by their own clock what they are sent, and offer no way to say
 * otherwise: with the counts of its calls (`demo/demo-call.repository.ts`) all that is written to what the shipped
 * services keep.
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
