import { pino } from 'pino';
import { readSettings } from './settings.ts';
import { startServices } from './start-services.ts';

const stopping = Promise.withResolvers<void>();
const settings = await readSettings(() => stopping.resolve());
process.once('SIGTERM', () => stopping.resolve());
process.once('SIGINT', () => stopping.resolve());
// Whoever started us is gone and can no longer be notified.
process.stdout.on('error', () => stopping.resolve());

// Standard output is for the one line that says we are ready; everything else goes to standard error.
const log = pino({ level: settings.logLevel, base: { part: 'services' } }, pino.destination(2));
const services = await startServices(settings, log);
process.stdout.write(`${JSON.stringify({ ready: true, port: services.port })}\n`);

await stopping.promise;
await services.stop();
process.exit(0);
