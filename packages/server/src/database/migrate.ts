import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../start-error.ts';

/** One of many processes migrates, the others wait. */
const MIGRATION_LOCK = 4_279_318;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

export interface MigrateOptions {
  schema?: string;
}

/** Applies the SQL files of a folder that are not applied yet, in order, each in a transaction of its own. */
export async function migrate<T>(
  db: Kysely<T>,
  folder: string,
  { schema = 'public' }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return db.connection().execute(async (connection) => {
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

async function applyMissing<T>(db: Kysely<T>, migrations: Migration[], schema: string): Promise<string[]> {
  const table = sql.id(schema, 'schema_migrations');
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  await sql`create table if not exists ${table} (
    name text primary key, checksum text not null, applied_on timestamptz not null default now())`.execute(
    db,
  );
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${table} order by name collate "C"`.execute(db);
  refuseUnknown(migrations, rows);
  const missing = migrations.slice(rows.length);
  for (const migration of missing) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
        await sql.raw(migration.text).execute(transaction);
        await sql`insert into ${table} (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(
          transaction,
        );
      });
    } catch (error) {
      throw new StartError(
        `The migration ${migration.name} failed and was undone: ${(error as Error).message}${positionIn(migration.text, error)}.`,
        { cause: error },
      );
    }
  }
  return missing.map(({ name }) => name);
}

/** What is applied must be the beginning of what we have, unchanged. */
function refuseUnknown(migrations: Migration[], applied: { name: string; checksum: string }[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const expected = migrations[index];
    const known = migrations.find((each) => each.name === name);
    if (!known) {
      throw new StartError(
        `The database has the migration ${name}, which this Atrium does not know; it was used by a newer one, start that.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied; put its text back and make the change in a new file.`,
      );
    }
    if (expected !== known) {
      throw new StartError(
        `The migration ${expected?.name} stands before ${name}, which is applied already; give it a later number.`,
      );
    }
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function positionIn(text: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? ` (line ${text.slice(0, position).split('\n').length})` : '';
}
