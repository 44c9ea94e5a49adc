import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const server = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** Folders and files of the installed product. */
export const MIGRATIONS_FOLDER = join(server, 'migrations');
export const CONSOLE_FOLDER = join(server, '../console/dist');
export const SLOW_CALLS_PROGRAM = join(import.meta.dirname, 'slow-calls.ts');
export const SERVICES_PROGRAM = require.resolve('@atrium/runtime');
/** The schema `runtime` is the services' own; the operator's commands migrate and restore it together with the rest. */
export const SERVICES_MIGRATIONS_FOLDER = join(dirname(SERVICES_PROGRAM), '../migrations');
export const VERSION: string = require('../package.json').version;
