import { createRequire } from 'node:module';
import { join } from 'node:path';

const server = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** Folders and files of the installed product. */
export const MIGRATIONS_FOLDER = join(server, 'migrations');
export const CONSOLE_FOLDER = join(server, '../console/dist');
export const SERVICES_PROGRAM = require.resolve('@atrium/runtime');
