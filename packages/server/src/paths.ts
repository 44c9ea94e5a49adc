import { join } from 'node:path';

const server = join(import.meta.dirname, '..');

/** Folders and files of the installed product. */
export const MIGRATIONS_FOLDER = join(server, 'migrations');
export const CONSOLE_FOLDER = join(server, '../console/dist');
export const SERVICES_PROGRAM = join(server, '../runtime/src/main.ts');
