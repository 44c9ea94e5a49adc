import { KEEP_ALIVE } from '@atrium/host/database/connection';
import { listMissing, migrate } from '@atrium/host/database/migrate';
import { StartError } from '@atrium/host/start-error';
import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { MIGRATIONS_FOLDER } from '../paths.ts';
import { openDatabase } from './connection.ts';
import { findRunningDatabase, startEmbeddedDatabase } from './embedded.ts';
import { throughPooler } from './pooler.ts';
import type { Database } from './schema.ts';
import { checkDatabaseServer, refusePooler } from './server-check.ts';
import { refuseUnfinishedUpgrade } from './unfinished-upgrade.ts';

/** The product's store, migrated and open: embedded or elsewhere, nothing after this asks which. */
export interface OpenStore {
  connection: PoolConfig;
  /** Past a pooler, if there is one: to listen, to migrate, and for workers that keep their connections. */
  directConnection: PoolConfig;
  db: Kysely<Database>;
  stop(): Promise<void>;
  /** For an exit that cannot wait: lets the server stop properly by itself. */
  abandon(): void;
}

export interface OpenStoreOptions {
  config: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'databasePoolSize' | 'dataFolder'>;
  log: Logger;
  /** Called when the store is lost for good. */
  onFailed: (error: Error) => void;
}

/** The server with the database, which may be empty or of another release. */
export type OpenServer = Omit<OpenStore, 'db'>;

async function openServer({ config, log, onFailed }: OpenStoreOptions): Promise<OpenServer> {
  if (config.databaseUrl !== undefined) {
    return { ...(await checkConnections(config.databaseUrl, config)), abandon() {}, async stop() {} };
  }
  await refuseUnfinishedUpgrade(config.dataFolder);
  const embedded = await startEmbeddedDatabase({ dataFolder: config.dataFolder, log, onFailed });
  return {
    ...toConnections(embedded.connection, config),
    abandon: () => embedded.abandon(),
    stop: () => embedded.stop(),
  };
}

export async function openStore(options: OpenStoreOptions, prepare = migrateAt): Promise<OpenStore> {
  const { log } = options;
  await using cleanUp = new AsyncDisposableStack();
  const { connection, directConnection, abandon, stop } = await openServer(options);
  cleanUp.defer(stop);
  const applied = await prepare(directConnection);
  if (applied.length > 0) log.info({ applied }, 'The database was migrated.');
  const db = openDatabase(connection, (error) => log.warn({ err: error }, 'A database connection was lost.'));
  cleanUp.defer(() => db.destroy());
  if (connection !== directConnection) await warnWithoutTimeout(db, log);
  const steps = cleanUp.move();
  return { connection, directConnection, db, abandon, stop: () => steps.disposeAsync() };
}

/** The store of the parent, for its slow calls. */
export function openSlowStore({
  connection,
  directConnection,
  log,
}: StoreConnections & Pick<OpenStoreOptions, 'log'>): OpenStore {
  const db = openDatabase(
    { ...connection, isForSlowCalls: true, application_name: 'atrium slow calls' },
    (error) => log.warn({ err: error }, 'A database connection was lost.'),
  );
  return {
    connection,
    directConnection: { ...directConnection, application_name: 'atrium slow calls listener' },
    db,
    abandon() {},
    stop: () => db.destroy(),
  };
}

/** Like `openServer`, but also while Atrium runs on the same data folder. */
export async function openServerForCommand(options: OpenStoreOptions): Promise<OpenServer> {
  const { config } = options;
  const running = config.databaseUrl === undefined ? await findRunningDatabase(config.dataFolder) : undefined;
  return running === undefined
    ? openServer(options)
    : { ...toConnections(running, config), abandon() {}, async stop() {} };
}

/**
 * Like `openStore`, but also while Atrium runs on the same data folder. What other processes may be using is not migrated in
 * passing: only an embedded database at rest is, as its next start would do it.
 */
export async function openStoreForCommand(options: OpenStoreOptions): Promise<OpenStore> {
  const { config } = options;
  const { databaseUrl, dataFolder } = config;
  const running = databaseUrl === undefined ? await findRunningDatabase(dataFolder) : undefined;
  if (running === undefined) return openStore(options, databaseUrl === undefined ? migrateAt : migrateEmpty);
  await migrateEmpty(running);
  const db = openDatabase(running);
  return { ...toConnections(running, config), db, abandon() {}, stop: () => db.destroy() };
}

/** Connection data with which another process of this machine opens the same store. */
export type StoreConnections = Pick<OpenStore, 'connection' | 'directConnection'>;

type PoolSize = Pick<Config, 'databasePoolSize'>;

/** Connection settings for all users of the database, including libraries with their own pool, such as the queue. */
function toConnections(connection: PoolConfig, { databasePoolSize: max }: PoolSize): StoreConnections {
  const directConnection = { ...KEEP_ALIVE, ...connection, max };
  return { connection: directConnection, directConnection };
}

async function checkConnections(
  url: string,
  config: PoolSize & Pick<Config, 'directDatabaseUrl'>,
): Promise<StoreConnections> {
  const directUrl = config.directDatabaseUrl;
  const direct = toConnections({ connectionString: directUrl ?? url }, config);
  const setting = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  await checkDatabaseServer(direct.connection, setting);
  await refusePooler(direct.connection, setting);
  if (directUrl === undefined) return direct;
  const connection = { ...KEEP_ALIVE, ...throughPooler(url), max: config.databasePoolSize };
  await checkDatabaseServer(connection, 'DATABASE_URL');
  return { ...direct, connection };
}

async function migrateAt(connection: PoolConfig): Promise<string[]> {
  const db = openDatabase({ ...connection, max: 1 });
  try {
    return await migrate(db, MIGRATIONS_FOLDER);
  } finally {
    await db.destroy();
  }
}

/** Refuses a database of a release before: to migrate it is a decision, which no other command makes. */
async function migrateEmpty(connection: PoolConfig): Promise<string[]> {
  const db = openDatabase({ ...connection, max: 1 });
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => db.destroy());
  const missing = await listMissing(db, MIGRATIONS_FOLDER);
  if (missing.length === 0) return migrateAt(connection);
  throw new StartError(
    `The database has not been updated to this release, which also has ${missing.join(', ')}. "npm run atrium -- database migrate" updates it, as does a start of this release; until then use the commands of the release before.`,
  );
}

async function warnWithoutTimeout(db: Kysely<Database>, log: Logger): Promise<void> {
  const { rows } = await sql<{ ms: string }>`
    select current_setting('statement_timeout') as ms`.execute(db);
  if (rows[0]?.ms !== '0') return;
  log.warn(
    'Nothing ends a statement that takes too long: behind a pooler the role of the database sets statement_timeout, lock_timeout and idle_in_transaction_session_timeout, as docs/operating.md says.',
  );
}
