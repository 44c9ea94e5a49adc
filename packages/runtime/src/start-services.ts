import { createRemoteJWKSet } from 'jose';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { buildContext, type ContextParts } from './context.ts';
import { openDatabase } from './database/connection.ts';
import { migrateRuntime } from './database/migrate.ts';
import { readBuildFacts } from './host/build-facts.ts';
import { openUsage } from './metering/open-usage.ts';
import type { Settings } from './settings.ts';

/** How long the keys of the platform are kept before they are read again. */
const KEYS_MAX_AGE_MS = 10 * 60_000;
/** How soon an unknown key causes them to be read again. */
const KEYS_COOLDOWN_MS = 5_000;

export interface RunningServices {
  port: number;
  /** Finishes what is under way; new connections are refused. */
  stop: () => Promise<void>;
}

/** Migrates, connects, listens. `overrides` exchanges parts for measuring. */
export async function startServices(
  settings: Settings,
  log: Logger,
  overrides: Partial<Pick<ContextParts, 'meter'>> = {},
): Promise<RunningServices> {
  const forMigration = openDatabase({ ...settings.databaseConnection, max: 1 });
  await migrateRuntime(forMigration);
  await forMigration.destroy();

  const now = () => new Date();
  const { journal, shipper, probes } = openUsage({
    usageFolder: settings.usageFolder,
    accessKeys: settings.services,
    platformUrl: settings.platformUrl,
    now,
    log,
  });
  const context = await buildContext({
    connection: settings.databaseConnection,
    serviceIds: settings.services.map(({ id }) => id),
    keys: createRemoteJWKSet(new URL(settings.jwksUrl), {
      cacheMaxAge: KEYS_MAX_AGE_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
    }),
    meter: journal,
    ...overrides,
    probes,
    now,
    build: await readBuildFacts(),
    log,
  });
  await context.notifications.start();
  shipper.start();
  const app = buildApp(context);
  await app.listen({ host: settings.host, port: settings.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  return {
    port,
    async stop() {
      await app.close();
      await context.close();
      journal.close();
      await shipper.stop();
    },
  };
}
