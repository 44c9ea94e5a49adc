import type { HealthStatus } from '@atrium/contract/service-api/health';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Health of both parts of a service; null until the first check. */
export interface SeenHealth {
  backend: HealthStatus | null;
  frontend: HealthStatus | null;
}

/** Takes the checks that are due: those that no process took since `before`. Of several processes, one gets each. */
export async function updateDueHealthChecks(
  db: Store,
  now: Date,
  before: Date,
): Promise<(SeenHealth & { serviceId: string })[]> {
  const { rows } = await sql<SeenHealth & { serviceId: string }>`
    insert into service_health (service_id, checked_on)
    select id, ${now}::timestamptz from services order by id
    on conflict (service_id) do update set checked_on = excluded.checked_on
      where service_health.checked_on <= ${before}
    returning service_id, backend, frontend`.execute(db);
  return rows;
}

/** The last check of each service that was checked. */
export function listServiceHealth(db: Store) {
  return db.selectFrom('serviceHealth').select(['serviceId', 'checkedOn', 'backend', 'downSince']).execute();
}

/** Returns whether the health differs from the known one. */
export async function updateServiceHealth(
  db: Store,
  serviceId: string,
  { backend, frontend }: SeenHealth,
  now: Date,
): Promise<boolean> {
  const downSince = backend === 'DOWN' ? sql<Date>`coalesce(down_since, ${now})` : null;
  const row = await db
    .updateTable('serviceHealth')
    .set({ backend, frontend, downSince })
    .where('serviceId', '=', serviceId)
    .where(sql<boolean>`(backend, frontend) is distinct from (${backend}, ${frontend})`)
    .returning('serviceId')
    .executeTakeFirst();
  return row !== undefined;
}
