import type { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** An event that no one is billed for, and why. */
export interface UsageRejection {
  event: UsageEvent;
  reason: string;
}

/** Returns the reasons of rejections that were not known. */
export async function insertUsageRejections(
  db: Store,
  rejections: UsageRejection[],
  receivedOn: Date,
): Promise<string[]> {
  const rows = await db
    .insertInto('usageRejections')
    .values(
      rejections.map(({ event, reason }) => ({
        serviceId: event.serviceId,
        eventId: event.id,
        event: JSON.stringify(event),
        reason,
        receivedOn,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('reason')
    .execute();
  return rows.map(({ reason }) => reason);
}

/** Newest first. */
export async function listUsageRejections(
  db: Store,
  limit: number,
): Promise<(UsageRejection & { receivedOn: Date })[]> {
  const rows = await db
    .selectFrom('usageRejections')
    // Read as text: the connection would rename the keys of an event.
    .select(['reason', 'receivedOn', sql<string>`event::text`.as('eventText')])
    .orderBy('receivedOn', 'desc')
    .orderBy('serviceId')
    .orderBy('eventId')
    .limit(limit)
    .execute();
  return rows.map(({ eventText, ...row }) => ({ ...row, event: JSON.parse(eventText) as UsageEvent }));
}

export async function countUsageRejections(db: Store): Promise<number> {
  const { count } = await db
    .selectFrom('usageRejections')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
