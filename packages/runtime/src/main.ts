import { surviveClosedOutput } from '@atrium/host/closed-output';
import type { Lifecycle } from '@atrium/host/lifecycle';
import { createLog } from '@atrium/host/log';
import { logUnhandled } from '@atrium/host/log-unhandled';
import { startTracing } from '@atrium/host/tracing/tracing';
import { readSettings } from './settings.ts';
import { startServices } from './start-services.ts';

const FIGURES_EVERY_MS = 5_000;

surviveClosedOutput();

const stopping = Promise.withResolvers<void>();
// A terminal sends these to the process that started us as well, which stops us in its order. Without a listener each would
// end us at once.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
const lifecycle: Lifecycle = { phase: 'starting' };
const settings = await readSettings({
  onParentGone: () => stopping.resolve(),
  onKnown: () => {
    if (lifecycle.phase === 'starting') lifecycle.phase = 'running';
  },
  onAccessKeys: (keys) => services.exchangeKeys(keys),
  onSigningKeys: (keys) => services.exchangePlatformKeys(keys),
});
// Also when it comes again: without a listener the second one would end the process at once.
process.on('SIGTERM', () => stopping.resolve());
// The parent process is gone and can no longer be notified.
process.stdout.on('error', () => stopping.resolve());

// Standard output is for the one line that says we are ready; everything else goes to standard error.
const log = createLog({
  level: settings.logLevel,
  base: { part: 'services' },
  isForPeople: settings.logFormat === 'text',
});
logUnhandled(log);
const { tracing } = settings;
const stopTracing =
  tracing &&
  (await startTracing(tracing, {
    name: 'atrium-services',
    version: tracing.version,
    followsCallers: true,
    onError: (err) => log.warn({ err }, 'Traces could not be sent.'),
  }));
const services = await startServices(settings, log, { lifecycle });
process.stdout.write(`${JSON.stringify({ ready: true, port: services.port })}\n`);

const tellFigures = () => process.stdout.write(`${JSON.stringify({ figures: services.figures() })}\n`);
tellFigures();
setInterval(tellFigures, FIGURES_EVERY_MS).unref();

await stopping.promise;
await services.stop();
await stopTracing?.();
process.exit(0);
