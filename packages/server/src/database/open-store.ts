import { migrate } from '@atrium/host/database/migrate';
import type { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { MIGRATIONS_FOLDER } from '../paths.ts';
import { openDatabase } from './connection.ts';
import { findRunningDatabase, startEmbeddedDatabase } from './embedded.ts';
import type { Database } from './schema.ts';
import { checkDatabaseServer } from './server-check.ts';

/** The product's store, migrated and open: embedded or elsewhere, nothing after this asks which. */
export interface OpenStore {
  connection: PoolConfig;
  db: Kysely<Database>;
  stop(): Promise<void>;
  /** For an exit that cannot wait: lets the server stop properly by itself. */
  abandon(): void;
}

export interface OpenStoreOptions {
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>;
  log: Logger;
  /** Called when the store is lost for good. */
  onFailed: (error: Error) => void;
}

export async function openStore({ config, log, onFailed }: OpenStoreOptions): Promise<OpenStore> {
  await using cleanUp = new AsyncDisposableStack();
  let connection: PoolConfig;
  let abandon = () => {};
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbeddedDatabase({ dataFolder: config.dataFolder, log, onFailed });
    cleanUp.defer(() => embedded.stop());
    connection = embedded.connection;
    abandon = () => embedded.abandon();
  } else {
    connection = { connectionString: config.databaseUrl };
    await checkDatabaseServer(connection);
  }
  const db = openDatabase(connection, (error) => log.warn({ err: error }, 'A database connection was lost.'));
  cleanUp.defer(() => db.destroy());
  const applied = await migrate(db, MIGRATIONS_FOLDER);
  if (applied.length > 0) log.info({ applied }, 'The database was migrated.');
  const steps = cleanUp.move();
  return { connection, db, abandon, stop: () => steps.disposeAsync() };
}

/** Like `openStore`, but also while Atrium runs on the same data folder. */
export async function openStoreForCommand(options: OpenStoreOptions): Promise<OpenStore> {
  const { databaseUrl, dataFolder } = options.config;
  const running = databaseUrl === undefined ? await findRunningDatabase(dataFolder) : undefined;
  if (running === undefined) return openStore(options);
  const db = openDatabase(running);
  await migrate(db, MIGRATIONS_FOLDER);
  return { connection: running, db, abandon() {}, stop: () => db.destroy() };
}
