import { join } from 'node:path';
import { migrate } from '@atrium/host/database/migrate';
import type { Kysely } from 'kysely';
import { SCHEMA } from './connection.ts';
import type { RuntimeDatabase } from './schema.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** Brings the tables of the services up to date, beside those of the platform. */
export async function migrateRuntime(db: Kysely<RuntimeDatabase>): Promise<void> {
  await migrate(db, FOLDER, { schema: SCHEMA });
}
