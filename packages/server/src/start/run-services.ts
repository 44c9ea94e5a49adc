import { join } from 'node:path';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import type { PoolConfig } from 'pg';
import type { Context } from '../context.ts';
import { type ServicesProcess, startServicesProcess } from './services-process.ts';

/** All in one process, each below its id. */
const shippedServices = Object.values(SHIPPED_SERVICES);
const LOCAL = '127.0.0.1';

/** Runs the shipped services and registers their addresses. */
export function runServices(context: Context, connection: PoolConfig): ServicesProcess {
  const { accessKeys, config, services, log, publicUrl } = context;
  // Next to the web server they are reached only through it; alone they listen on the configured address.
  const isAlone = !config.roles.includes('web');
  const host = isAlone ? config.host : LOCAL;
  const process = startServicesProcess({
    log,
    prepare: async () => ({
      host,
      port: isAlone ? config.port : 0,
      databaseConnection: connection,
      platformUrl: publicUrl.get(),
      jwksUrl: `${publicUrl.get()}/auth/v1/public/jwks`,
      services: await Promise.all(
        shippedServices.map(async (service) => {
          await services.expectShipped(service);
          return { id: service.id, ...(await accessKeys.ensureServiceKey(service.id)) };
        }),
      ),
      logLevel: config.logLevel,
      usageFolder: join(config.dataFolder, 'usage'),
    }),
    async onReady(port) {
      for (const { id } of shippedServices) {
        await services.register(`http://${host}:${port}/${id}`, { isShipped: true });
      }
    },
  });
  accessKeys.whenServiceKeyIsExchanged(() => process.restart());
  return process;
}
