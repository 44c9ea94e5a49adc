import { migrate } from '@atrium/host/database/migrate';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { createJobs } from '../jobs/jobs.ts';
import { MIGRATIONS_FOLDER, SERVICES_MIGRATIONS_FOLDER } from '../paths.ts';
import { openDatabase } from './connection.ts';

/** Migrates all tables, those of the platform, the services and the queue; returns the applied migrations. */
export async function migrateAll(connection: PoolConfig, log: Logger): Promise<string[]> {
  const db = openDatabase(connection);
  try {
    const platform = await migrate(db, MIGRATIONS_FOLDER);
    const services = await migrateServices(connection);
    const queue = await createJobs(db, log);
    await queue.stop();
    return [...platform, ...services.map((name) => `runtime/${name}`)];
  } finally {
    await db.destroy();
  }
}

/** Migrates the tables of the services; returns the applied migrations. */
export async function migrateServices(connection: PoolConfig): Promise<string[]> {
  const db = openDatabase({ ...connection, max: 1 });
  try {
    return await migrate(db, SERVICES_MIGRATIONS_FOLDER, { schema: 'runtime' });
  } finally {
    await db.destroy();
  }
}
