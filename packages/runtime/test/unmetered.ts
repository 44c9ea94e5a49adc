import { pino } from 'pino';
import { readSettings } from '../src/settings.ts';
import { startServices } from '../src/start-services.ts';

// The services without metering, to measure what metering costs. Not part of the product.

const settings = await readSettings({ onParentGone: () => process.exit(0) });
const meter = { record: () => Promise.resolve() };
const { port } = await startServices(settings, pino({ level: 'warn' }, pino.destination(2)), { meter });
process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
