import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { readMigrations, type SqlMigration } from './migration-files.ts';

/** Only one process migrates at a time; others wait. */
export const MIGRATION_LOCK = 4_279_318;
/** SQLSTATE of a lock that others held for too long. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Everyone else queues behind a migration that waits for a lock, so it gives up soon and retries later. */
const PATIENCE = { lockMs: 3_000, pauseMs: 2_000, allMs: 5 * 60_000 };

export interface MigrateOptions {
  schema?: string;
  patience?: typeof PATIENCE;
}

/** Applies the SQL files of a folder that are not applied yet, in order: all of them, or none. */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  folder: string,
  { schema = 'public', patience = PATIENCE }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return db
    .withoutPlugins()
    .connection()
    .execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`set lock_timeout = 0`.execute(connection);
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
      try {
        await sql`select set_config('lock_timeout', ${String(patience.lockMs)}, false)`.execute(connection);
        return await applyPatiently(() => applyMissing(connection, migrations, schema), patience);
      } finally {
        await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
        await sql`reset statement_timeout`.execute(connection);
        await sql`reset lock_timeout`.execute(connection);
      }
    });
}

/** Names of a folder's migrations that are not applied, where others are: an empty database lacks none. */
export async function listMissing<Tables>(
  db: Kysely<Tables>,
  folder: string,
  schema = 'public',
): Promise<string[]> {
  const plain = db.withoutPlugins();
  const { rows: tables } = await sql`select from information_schema.tables
    where table_schema = ${schema} and table_name = 'schema_migrations'`.execute(plain);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.id(schema, 'schema_migrations')} order by name`.execute(plain);
  if (rows.length === 0) return [];
  const applied = new Set(rows.map(({ name }) => name));
  const migrations = await readMigrations(folder);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function applyPatiently<Result>(
  apply: () => Promise<Result>,
  { pauseMs, allMs }: typeof PATIENCE,
): Promise<Result> {
  for (const startedAt = performance.now(); ; await sleep(pauseMs * (0.5 + Math.random()))) {
    try {
      return await apply();
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || performance.now() - startedAt > allMs) throw error;
    }
  }
}

/** SQL of the table of applied migrations, for tools that create a schema in another way. */
export function migrationsTable(schema: string): string {
  return `create table if not exists "${schema}".schema_migrations (
    name text primary key, checksum text not null, applied_on timestamptz not null default now(),
    is_compatible boolean not null default false)`;
}

async function applyMissing<Tables>(
  db: Kysely<Tables>,
  migrations: readonly SqlMigration[],
  schema: string,
): Promise<string[]> {
  const table = sql.id(schema, 'schema_migrations');
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  await sql.raw(migrationsTable(schema)).execute(db);
  const { rows: applied } = await sql<AppliedMigration>`
    select name, checksum, is_compatible as "isCompatible" from ${table} order by name collate "C"`.execute(
    db,
  );
  const missing = findMissing(migrations, applied);
  if (missing.length === 0) return [];
  await db.transaction().execute(async (transaction) => {
    await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
    for (const migration of missing) {
      const { name, text, checksum, isCompatible } = migration;
      try {
        await sql.raw(text).execute(transaction);
        await sql`insert into ${table} (name, checksum, is_compatible)
          values (${name}, ${checksum}, ${isCompatible})`.execute(transaction);
      } catch (error) {
        throw explainFailure(error as Error, migration);
      }
    }
  });
  return missing.map(({ name }) => name);
}

/** With the line that PostgreSQL names, where it names one. */
function explainFailure(
  error: Error & { code?: string; position?: string },
  { name, text }: SqlMigration,
): Error {
  if (error.code === LOCK_NOT_AVAILABLE) {
    return new StartError(
      `The migration ${name} was undone: others held a lock that it needs for too long. Start it again when no backup or other long transaction is under way.`,
      { cause: error },
    );
  }
  const position = Number(error.position);
  const line = position > 0 ? ` (line ${text.slice(0, position).split('\n').length})` : '';
  return new StartError(`The migration ${name} failed and was undone: ${error.message}${line}.`, {
    cause: error,
  });
}

interface AppliedMigration {
  name: string;
  checksum: string;
  isCompatible: boolean;
}

/** Throws one sentence about a database, or a backup of one, whose migrations begin with another file than ours. */
export function refuseOtherBaseline(
  thing: 'database' | 'backup',
  [first]: readonly Pick<SqlMigration, 'name'>[],
  [baseline]: readonly Pick<SqlMigration, 'name'>[],
): void {
  if (first === undefined || baseline === undefined || first.name === baseline.name) return;
  throw new StartError(
    `The ${thing} was made by an Atrium before 0.2.0: it begins with the migration ${first.name}, which this release cannot update. It was left unchanged. Start with an empty database, or another folder in ATRIUM_DATA.`,
  );
}

/**
 * Returns the migrations to apply. Applied migrations must be an unchanged prefix of ours; beyond them only
 * migrations that a newer release marks as compatible are allowed. Otherwise throws.
 */
function findMissing(
  migrations: readonly SqlMigration[],
  applied: readonly AppliedMigration[],
): readonly SqlMigration[] {
  refuseOtherBaseline('database', applied, migrations);
  for (const [index, { name, checksum, isCompatible }] of applied.entries()) {
    const expected = migrations[index];
    const known = migrations.find((each) => each.name === name);
    if (!known) {
      if (isCompatible && expected === undefined) continue;
      throw new StartError(
        `The database has the migration ${name}, which is newer than this version of Atrium. Start the newer version.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied; put its text back and make the change in a new file.`,
      );
    }
    if (expected !== known) {
      throw new StartError(
        `The migration ${expected?.name} comes before ${name}, which is already applied. Give it a later number.`,
      );
    }
  }
  return migrations.slice(applied.length);
}
