import { join } from 'node:path';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import type { Context, ContextParts } from '../context.ts';
import { VERSION } from '../paths.ts';
import { ServicesProcessRow } from '../services/services-process.service.ts';
import { addressAt, findServicesAddress, servicesHost } from './services-address.ts';
import { type ServicesProcess, startServicesProcess } from './services-process.ts';

/** All in one process, each below its id. */
const shippedServices = Object.values(SHIPPED_SERVICES);
const ALIVE_TIMEOUT_MS = 3_000;

export interface RunningServices extends ServicesProcess {
  /** Other processes send no further calls here. */
  withdraw(): Promise<void>;
}

/** Runs the shipped services, and tells those who call them where they are. */
export function runServices(
  context: Context,
  { connection, directConnection = connection }: Pick<ContextParts, 'connection' | 'directConnection'>,
  onLine: (line: string) => void = () => {},
): RunningServices {
  const { accessKeys, config, services, log, publicUrl } = context;
  // Next to the web server they are reached only through it; alone they listen on the configured address.
  const isAlone = !config.roles.includes('web');
  const host = servicesHost(config);
  const port = isAlone ? config.port : 0;
  let own = '';
  const isAlive = (signal: AbortSignal) => isAnswering(`${own}/${shippedServices[0]?.id}/health`, signal);
  const row = new ServicesProcessRow({ ...context, isAlive });
  // Next to the web server, which is drained first, nothing new comes when they are stopped.
  const drainMs = isAlone ? config.drainMs : 0;
  let isWithdrawn = false;
  const process = startServicesProcess({
    log,
    drainMs,
    extraCertificates: config.extraCertificates,
    onLine,
    prepare: async () => ({
      host,
      port,
      databaseConnection: connection,
      directConnection,
      platformUrl: publicUrl.get(),
      jwksUrl: `${publicUrl.get()}/auth/v1/public/jwks`,
      services: await Promise.all(
        shippedServices.map(async (service) => {
          await services.expectShipped(service);
          return { id: service.id, ...(await accessKeys.ensureServiceKey(service.id)) };
        }),
      ),
      logLevel: config.logLevel,
      logFormat: config.logFormat,
      usageFolder: join(config.dataFolder, 'usage'),
      drainMs,
      tracing: config.tracing && { ...config.tracing, version: VERSION },
    }),
    async onReady(listening) {
      own = addressAt(host, listening);
      for (const { id } of shippedServices) await services.register(`${own}/${id}`, { isShipped: true });
      services.expectOwnProcess(own);
      const address = findServicesAddress(config, directConnection, listening);
      if (address !== undefined && !isWithdrawn) await row.start(address);
    },
    async onEnded() {
      services.expectOwnProcess(undefined);
      await row.stop();
    },
  });
  // Calls go to others meanwhile; once it is ready again it says where it is.
  accessKeys.whenServiceKeyIsExchanged(() => void row.stop().then(() => process.restart()));
  return {
    ...process,
    async withdraw() {
      isWithdrawn = true;
      await row.stop();
    },
  };
}

/** Whatever it says: while it answers, it takes calls. */
async function isAnswering(address: string, signal: AbortSignal): Promise<boolean> {
  const timeout = AbortSignal.timeout(ALIVE_TIMEOUT_MS);
  return fetch(address, { signal: AbortSignal.any([timeout, signal]) }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}
