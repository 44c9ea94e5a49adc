import { getServiceHealth, getServiceUiHealth, type HealthStatus } from '@atrium/contract/service-api/health';
import { HEALTH_DAYS } from '@atrium/contract/services/health-days';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import { addDays, utcDay } from '../utc.ts';
import { deleteHealthDaysBefore, updateHealthDay } from './health-day.repository.ts';
import { createServiceClient } from './service-client.ts';
import { updateServiceHealth } from './service-health.repository.ts';
import type { RegisteredService } from './services.service.ts';

export interface CheckParts {
  db: Kysely<Database>;
  clock: Clock;
  events: Events;
}

/** A service that has not answered by then counts as down. */
const TIMEOUT_MS = 4000;

const NO_UI: HealthStatus = 'N/A';

/** Asks a service for its health, and keeps what changed. */
export async function checkService(
  { db, clock, events }: CheckParts,
  service: RegisteredService,
  before: HealthStatus | null,
): Promise<void> {
  const [backend, frontend] = await Promise.all([
    readStatus(service, getServiceHealth),
    service.hasUi ? readStatus(service, getServiceUiHealth) : NO_UI,
  ]);
  await db.transaction().execute(async (transaction) => {
    const isOther = await updateServiceHealth(transaction, service.id, { backend, frontend }, clock.now());
    const day = utcDay(clock.now());
    // One that is only being started has not been up yet.
    const isStarting = before === null && backend === 'DOWN';
    if (!isStarting && (await updateHealthDay(transaction, service.id, day, { backend, frontend })))
      await deleteHealthDaysBefore(transaction, service.id, addDays(day, 1 - HEALTH_DAYS));
    // A new service that is up needs no notification.
    const isNews = before !== null || backend !== 'UP' || (frontend !== 'UP' && frontend !== NO_UI);
    if (isOther && isNews) await events.publish(null, 'health', { serviceId: service.id }, { transaction });
  });
}

async function readStatus(
  service: RegisteredService,
  endpoint: typeof getServiceHealth,
): Promise<HealthStatus> {
  const client = createServiceClient(
    async () => service,
    async () => undefined,
  );
  try {
    return (await client.call(service.id, endpoint, {}, { timeoutMs: TIMEOUT_MS })).status;
  } catch {
    return 'DOWN';
  }
}
