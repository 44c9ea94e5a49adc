import { createLog } from '@atrium/host/log';
import { serveSlowCalls } from '@atrium/host/slow-process/serve-slow-calls';
import { startTracing } from '@atrium/host/tracing/tracing';
import { allJobs } from './all-jobs.ts';
import { openSlowContext } from './context.ts';
import { VERSION } from './paths.ts';
import { buildSlowApp } from './slow-app.ts';
import type { SlowCallsSettings } from './start/slow-process.ts';

serveSlowCalls(async (settings: SlowCallsSettings) => {
  const { config, port, ownServices } = settings;
  const log = createLog({
    level: config.logLevel,
    base: { part: 'slow calls' },
    isForPeople: config.logFormat === 'text',
  });
  const stopTracing =
    config.tracing &&
    (await startTracing(config.tracing, {
      name: 'atrium-slow-calls',
      version: VERSION,
      followsCallers: true,
      onError: (err) => log.warn({ err }, 'Traces could not be sent.'),
    }));
  // The parent process owns the store, and ends this process when the store is lost.
  const { context, store } = await openSlowContext({ ...settings, log, onFailed() {} });
  await context.jobs.prepare(allJobs(context));
  context.publicUrl.listensOn(port);
  context.services.expectOwnProcess(ownServices);
  context.services.expectSlowCalls();
  const app = await buildSlowApp(context);
  app.addHook('onClose', async () => {
    await context.close();
    await store.stop();
    await stopTracing?.();
  });
  return app;
});
