import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import { readMigrations, type SqlMigration } from './migration-files.ts';

/** One of many processes migrates, the others wait; those of releases before Kysely's migrator too. */
const MIGRATION_LOCK = 4_279_318;

export interface MigrateOptions {
  schema?: string;
}

/** Applies the SQL files of a folder that are not applied yet, in order: all of them, or none. */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  folder: string,
  { schema = 'public' }: MigrateOptions = {},
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
        return await applyMissing(connection, migrations, schema);
      } finally {
        await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
        await sql`reset statement_timeout`.execute(connection);
        await sql`reset lock_timeout`.execute(connection);
      }
    });
}

async function applyMissing<Tables>(
  db: Kysely<Tables>,
  migrations: readonly SqlMigration[],
  schema: string,
): Promise<string[]> {
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  await sql`create table if not exists ${sql.id(schema, 'schema_migrations')} (
    name text primary key, checksum text not null, applied_on timestamptz not null default now())`.execute(
    db,
  );
  const { rows: applied } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${sql.id(schema, 'schema_migrations')} order by name collate "C"`.execute(db);
  refuseUnknown(migrations, applied);
  if (applied.length === migrations.length) return [];
  await adoptApplied(db, schema);
  const migrator = new Migrator({
    db,
    migrationTableSchema: schema,
    provider: { getMigrations: async () => toKyselyMigrations(migrations, schema) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    throw explainFailure(
      error as Error,
      migrations.find(({ name }) => name === failed),
    );
  }
  return results.map(({ migrationName }) => migrationName);
}

/** The applied text is kept, in addition to Kysely's own table, in the table that older releases read. */
function toKyselyMigrations(migrations: readonly SqlMigration[], schema: string) {
  return Object.fromEntries(
    migrations.map(({ name, text, checksum }) => [
      name,
      {
        async up(transaction: Kysely<unknown>) {
          await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
          await sql.raw(text).execute(transaction);
          await sql`insert into ${sql.id(schema, 'schema_migrations')} (name, checksum)
            values (${name}, ${checksum})`.execute(transaction);
        },
      },
    ]),
  );
}

/** Tells Kysely what was applied before it ran the migrations. It requires times that rise with the names. */
async function adoptApplied<Tables>(db: Kysely<Tables>, schema: string): Promise<void> {
  const table = sql.id(schema, 'kysely_migration');
  await sql`create table if not exists ${table} (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`insert into ${table} (name, timestamp)
    select name, to_char(max(applied_on) over (order by name collate "C") at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from ${sql.id(schema, 'schema_migrations')}
    on conflict do nothing`.execute(db);
}

/** What is applied must be the beginning of what we have, unchanged. */
function refuseUnknown(
  migrations: readonly SqlMigration[],
  applied: readonly { name: string; checksum: string }[],
): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const expected = migrations[index];
    const known = migrations.find((each) => each.name === name);
    if (!known) {
      throw new StartError(
        `The database has the migration ${name}, which this Atrium does not know; it was used by a newer one. Start that one.`,
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
}

/** With the line that PostgreSQL names, where it names one. */
function explainFailure(error: Error & { position?: string }, failed: SqlMigration | undefined): Error {
  if (failed === undefined) return error;
  const { name, text } = failed;
  const position = Number(error.position);
  const line = position > 0 ? ` (line ${text.slice(0, position).split('\n').length})` : '';
  return new StartError(`The migration ${name} failed and was undone: ${error.message}${line}.`, {
    cause: error,
  });
}
