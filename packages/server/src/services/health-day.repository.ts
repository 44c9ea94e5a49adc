import type { HealthDay } from '@atrium/contract/services/health-days';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { SeenHealth } from './service-health.repository.ts';

/** Adds a check to its day; true when it is the first one of that day. */
export async function updateHealthDay(
  db: Store,
  serviceId: string,
  day: string,
  { backend, frontend }: SeenHealth,
): Promise<boolean> {
  const seen = [backend, frontend];
  const isDown = seen.includes('DOWN');
  const isDegraded = !isDown && seen.includes('DEGRADED');
  const { checks } = await db
    .insertInto('serviceHealthDays')
    .values({ serviceId, day, checks: 1, degraded: Number(isDegraded), down: Number(isDown) })
    .onConflict((conflict) =>
      conflict.columns(['serviceId', 'day']).doUpdateSet({
        checks: sql`service_health_days.checks + 1`,
        degraded: sql`service_health_days.degraded + excluded.degraded`,
        down: sql`service_health_days.down + excluded.down`,
      }),
    )
    .returning('checks')
    .executeTakeFirstOrThrow();
  return checks === 1;
}

/** From a day on, oldest first; days without a check are left out. */
export function listHealthDays(db: Store, serviceId: string, since: string): Promise<HealthDay[]> {
  return db
    .selectFrom('serviceHealthDays')
    .select(['day', 'checks', 'degraded', 'down'])
    .where('serviceId', '=', serviceId)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

export async function deleteHealthDaysBefore(db: Store, serviceId: string, day: string): Promise<void> {
  await db
    .deleteFrom('serviceHealthDays')
    .where('serviceId', '=', serviceId)
    .where('day', '<', day)
    .execute();
}
