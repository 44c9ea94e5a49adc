import { setTimeout as wait } from 'node:timers/promises';
import { getServiceHealth, getServiceUiHealth, type HealthStatus } from '@atrium/contract/service-api/health';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Events } from '../database/events.ts';
import type { Database } from '../database/schema.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { takeDueHealthChecks, updateServiceHealth } from './service-health.repository.ts';
import type { RegisteredService, Services } from './services.service.ts';

const CHECK_EVERY_MS = 5000;
/** A service that has not answered by then counts as down. */
const TIMEOUT_MS = 4000;
const NO_UI: HealthStatus = 'N/A';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  events: Events;
  services: Services;
  log: Pick<Logger, 'warn'>;
}

/** Looks at the services now and then, and tells every browser when one goes down or comes back. */
export function startHealthWatch(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await checkHealth(parts, CHECK_EVERY_MS).catch((error: unknown) => {
        if (!stopping.signal.aborted) parts.log.warn({ err: error }, 'The health of services is not known.');
      });
      await wait(CHECK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

/** Checks what no process has checked for so long. */
export async function checkHealth(parts: Parts, everyMs: number): Promise<void> {
  const { db, clock, services } = parts;
  const now = clock.now();
  // Half of a pause earlier counts as due: the clocks of processes, and their pauses, differ a little.
  const due = await takeDueHealthChecks(db, now, new Date(now.getTime() - everyMs / 2));
  const registered = new Map((await services.listRegistered()).map((service) => [service.id, service]));
  await Promise.all(
    due.map(async ({ serviceId, backend }) => {
      const service = registered.get(serviceId);
      if (service !== undefined) await checkService(parts, service, backend);
    }),
  );
}

async function checkService(
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
  await db.transaction().execute(async (store) => {
    const isOther = await updateServiceHealth(store, service.id, { backend, frontend });
    // That a new one is up is no news.
    const isNews = before !== null || backend !== 'UP' || frontend === 'DOWN';
    if (isOther && isNews) await events.publish(null, 'health', { serviceId: service.id }, { store });
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
