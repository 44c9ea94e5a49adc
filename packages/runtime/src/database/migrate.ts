import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { SCHEMA } from './connection.ts';
import type { RuntimeDatabase } from './schema.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** One of many processes migrates, the others wait. Not the number the platform's own migrations use. */
const MIGRATION_LOCK = 4_279_319;

/** Applies the SQL files that are not applied yet, in order, each in a transaction of its own. */
export async function migrate(db: Kysely<RuntimeDatabase>): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      return await applyMissing(connection, names);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

async function applyMissing(connection: Kysely<RuntimeDatabase>, names: string[]): Promise<string[]> {
  const schema = sql.id(SCHEMA);
  await sql`create schema if not exists ${schema}`.execute(connection);
  await sql`create table if not exists ${schema}.schema_migrations (
    name text primary key, checksum text not null, applied_on timestamptz not null default now())`.execute(
    connection,
  );
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${schema}.schema_migrations`.execute(connection);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const name of applied.keys()) {
    if (!names.includes(name)) throw new Error(`The database has the migration ${name} of a newer version.`);
  }
  const done: string[] = [];
  for (const name of names) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined) throw new Error(`The migration ${name} was changed after it had been applied.`);
    await connection.transaction().execute(async (transaction) => {
      await sql`set local search_path to ${schema}`.execute(transaction);
      await sql.raw(text).execute(transaction);
      await sql`insert into ${schema}.schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(
        transaction,
      );
    });
    done.push(name);
  }
  return done;
}
