import { getServiceHealth, getServiceUiHealth, type HealthStatus } from '@atrium/contract/service-api/health';
import type { Parts } from './health-watch.service.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { updateServiceHealth } from './service-health.repository.ts';
import type { RegisteredService } from './services.service.ts';

/** A service that has not answered by then counts as down. */
const TIMEOUT_MS = 4000;

const NO_UI: HealthStatus = 'N/A';

/** Asks a service for its health, and keeps what changed. */
export async function checkService(
  { db, events }: Parts,
  service: RegisteredService,
  before: HealthStatus | null,
): Promise<void> {
  const client = createServiceClient(
    async () => service,
    async () => undefined,
  );
  const [backend, frontend] = await Promise.all([
    readStatus(client, service.id, getServiceHealth),
    service.hasUi ? readStatus(client, service.id, getServiceUiHealth) : NO_UI,
  ]);
  await db.transaction().execute(async (transaction) => {
    const isOther = await updateServiceHealth(transaction, service.id, { backend, frontend });
    // A new service that is up needs no notification.
    const isNews = before !== null || backend !== 'UP' || frontend === 'DOWN';
    if (isOther && isNews) await events.publish(null, 'health', { serviceId: service.id }, { transaction });
  });
}

async function readStatus(
  client: ServiceClient,
  serviceId: string,
  endpoint: typeof getServiceHealth,
): Promise<HealthStatus> {
  try {
    return (await client.call(serviceId, endpoint, {}, { timeoutMs: TIMEOUT_MS })).status;
  } catch {
    return 'DOWN';
  }
}
