import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import type { Context } from '../context.ts';
import { type ServicesProcess, startServicesProcess } from './services-process.ts';

/** Services that come with Atrium, all in one process, each below its id. */
const SHIPPED_SERVICES = [
  { id: 'hyper-dispatch', name: 'Hyper Dispatch', group: 'Functions' },
  { id: 'content', name: 'Content', group: 'Content' },
];
const LOCAL = '127.0.0.1';

/** Runs the shipped services and tells the platform where they are. */
export function runServices(context: Context, connection: PoolConfig): ServicesProcess {
  const { accessKeys, config, services, log, publicUrl } = context;
  // Beside the web server they are reached through it only; alone they listen where we were told to.
  const isAlone = !config.roles.includes('web');
  const host = isAlone ? config.host : LOCAL;
  return startServicesProcess({
    log,
    prepare: async () => ({
      host,
      port: isAlone ? config.port : 0,
      databaseConnection: connection,
      platformUrl: publicUrl.get(),
      jwksUrl: `${publicUrl.get()}/auth/v1/public/jwks`,
      services: await Promise.all(
        SHIPPED_SERVICES.map(async (service) => {
          await services.expectShipped(service);
          return { id: service.id, ...(await accessKeys.ensureServiceKey(service.id)) };
        }),
      ),
      logLevel: config.logLevel,
      usageFolder: join(config.dataFolder, 'usage'),
    }),
    async onReady(port) {
      for (const { id } of SHIPPED_SERVICES) {
        await services.register(`http://${host}:${port}/${id}`, { isShipped: true });
      }
    },
  });
}
