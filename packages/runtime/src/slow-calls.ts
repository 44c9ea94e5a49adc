import { createLog } from '@atrium/host/log';
import { serveSlowCalls } from '@atrium/host/slow-process/serve-slow-calls';
import { startTracing } from '@atrium/host/tracing/tracing';
import { buildApp } from './app.ts';
import { buildContext } from './context.ts';
import { PlatformKeys } from './host/platform-keys.ts';
import type { Meter } from './metering/meter.ts';
import type { SlowCallsSettings } from './start-services.ts';

/** Slow calls read: nothing of them is paid for. */
const meter: Meter = { record: () => Promise.reject(new Error('slow calls are not metered')) };

serveSlowCalls(async (settings: SlowCallsSettings) => {
  const { serviceIds, signingKeys, build, callLogDays, valueKey, logLevel, logFormat, tracing } = settings;
  const log = createLog({
    level: logLevel,
    base: { part: 'slow calls of services' },
    isForPeople: logFormat === 'text',
  });
  const stopTracing =
    tracing &&
    (await startTracing(tracing, {
      name: 'atrium-services-slow-calls',
      version: tracing.version,
      followsCallers: true,
      onError: (err) => log.warn({ err }, 'Traces could not be sent.'),
    }));
  const platformKeys = new PlatformKeys(settings.jwksUrl);
  platformKeys.exchange({ keys: signingKeys });
  // Nothing is announced to it: it asks each time what is live.
  const context = await buildContext({
    connection: settings.databaseConnection,
    directConnection: settings.directConnection ?? settings.databaseConnection,
    serviceIds,
    keys: platformKeys.find,
    meter,
    build,
    callLogDays,
    valueKey,
    log,
    isSlow: true,
  });
  const app = buildApp(context);
  app.addHook('onClose', async () => {
    await context.close();
    await stopTracing?.();
  });
  return app;
});
