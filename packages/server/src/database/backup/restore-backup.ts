import { randomUUID } from 'node:crypto';
import { migrationsTable, refuseOtherBaseline } from '@atrium/host/database/migrate';
import { readMigrations, type SqlMigration } from '@atrium/host/database/migration-files';
import type { SecretKey } from '@atrium/host/secret-key';
import { StartError } from '@atrium/host/start-error';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MIGRATIONS_FOLDER, SERVICES_MIGRATIONS_FOLDER } from '../../paths.ts';
import { damaged, readContent, readText } from './content-file.ts';
import { listForeignKeys, listIndexes, listTables, listTriggers } from './database-catalog.ts';
import { type Manifest, readOrigin } from './manifest.ts';
import { findQueueStatements } from './queue-statements.ts';
import { openSession } from './session.ts';
import { deleteSegments, requireNoSegments, writeSegment } from './usage-segments.ts';
import { columnsOf, nameOf } from './write-backup.ts';

export interface RestoreTarget {
  connection: pg.ClientConfig;
  /** Destination of unsent usage; absent = it is there already. */
  usageFolder?: string;
  /** Local keys, one of which made the keyed checksum of the backup. */
  secretKeys: readonly SecretKey[];
  /** Accepts a backup whose keyed checksum cannot be verified: the operator vouches for its origin. */
  isTrusted?: boolean;
}

export interface Restored {
  manifest: Manifest;
  /** Tables and columns that someone else had put into the database: no migration of ours makes them. */
  leftOut: string[];
}

/** Restores a backup into an empty installation: completely, or not at all. */
export async function restoreBackup(
  folder: string,
  { connection, usageFolder, secretKeys, isTrusted = false }: RestoreTarget,
): Promise<Restored> {
  const { manifest, origin } = await readOrigin(folder, secretKeys);
  if (!isTrusted && !origin?.isKnown) throw refuseUnproven(folder, manifest, origin?.keyId);
  const queue = findQueueStatements(manifest);
  const migrations = {
    public: await findMigrations(manifest.migrations.public, MIGRATIONS_FOLDER),
    runtime: await findMigrations(manifest.migrations.runtime, SERVICES_MIGRATIONS_FOLDER),
  };
  await using session = await openSession(connection, 'atrium restore');
  const { client } = session;
  await client.query('begin');
  await requireNoTables(client);
  if (usageFolder !== undefined) await requireNoSegments(usageFolder);
  const giveBack = await leaveSuperuser(client);
  await makeTables(client, manifest, migrations, queue);
  const made = new Set((await listTables(client)).map(nameOf));
  const { ours = [], others = [] } = Object.groupBy(manifest.tables, (table) =>
    made.has(nameOf(table)) ? 'ours' : 'others',
  );
  const added = await addColumns(client, ours);
  await fillTables(client, folder, { ...manifest, tables: ours });
  for (const { table, column } of added) await client.query(`alter table ${table} drop column ${column}`);
  await giveBack();
  const usage = usageFolder === undefined ? [] : manifest.usage;
  try {
    for (const { segment: name, ...content } of usage) {
      await writeSegment(usageFolder ?? '', { name, text: await readText(folder, content) });
    }
    await client.query('commit');
  } catch (error) {
    await deleteSegments(
      usageFolder ?? '',
      usage.map(({ segment }) => segment),
    );
    throw error;
  }
  await client.query('analyze');
  const columns = added.map(({ table, column }) => `${table}.${column}`);
  return { manifest, leftOut: [...others.map(nameOf), ...columns] };
}

/** A backup determines the database and so its accounts: its origin has to be proved. */
function refuseUnproven(folder: string, manifest: Manifest, keyId = manifest.secretKeyId): StartError {
  const what =
    keyId === null
      ? 'has no keyed checksum, as it was made before the first start'
      : `is not proven to be yours: the secret key ${keyId} is not here, or the file manifest.hmac is not in it`;
  return new StartError(
    `The backup ${folder} ${what}. Copy the secret key here first; or, if you are certain that nobody else could write to the backup's folder, repeat the command with --unproven.`,
  );
}

/**
 * For the transaction: statements run as a role that may create tables, not as a superuser, who may also read files and
 * run programs. Returns the function that finally makes the superuser the owner. Any other role stays unchanged.
 */
async function leaveSuperuser(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ isSuperuser: boolean; user: string; database: string }>(
    `select rolsuper as "isSuperuser", current_user as user, current_database() as database
       from pg_roles where rolname = current_user`,
  );
  const { isSuperuser = false, user = '', database = '' } = rows[0] ?? {};
  if (!isSuperuser) return async () => {};
  const role = `atrium_restore_${randomUUID().replaceAll('-', '')}`;
  await client.query(`
    create role ${role} nologin;
    grant create, temporary on database ${pg.escapeIdentifier(database)} to ${role};
    create schema if not exists public;
    grant all on schema public to ${role};
    set local role ${role}`);
  return async () => {
    await client.query(`
      reset role;
      reassign owned by ${role} to ${pg.escapeIdentifier(user)};
      drop owned by ${role};
      drop role ${role}`);
  };
}

/** The migrations of the backup must be a prefix of ours: the next start then applies the rest. */
async function findMigrations(
  applied: Manifest['migrations']['public'],
  folder: string,
): Promise<SqlMigration[]> {
  const known = await readMigrations(folder);
  refuseOtherBaseline('backup', applied, known);
  return applied.map(({ name, checksum }, index) => {
    if (known[index]?.name === name && known[index].checksum === checksum) return known[index];
    throw new StartError(
      `The backup has the migration ${name}, which is newer than this version of Atrium. Restore it with the release that made it, or a newer one.`,
    );
  });
}

/** Checked in the transaction: whatever starts meanwhile finds an empty database, or a restored one. */
async function requireNoTables(client: pg.ClientBase): Promise<void> {
  const [table] = await listTables(client);
  if (table === undefined) return;
  throw new StartError(
    `The database is not empty: it has the table ${table.schema}.${table.name}. A backup is only restored into an empty place; create a new database, or choose another folder with ATRIUM_DATA.`,
  );
}

async function makeTables(
  client: pg.ClientBase,
  manifest: Manifest,
  migrations: Record<'public' | 'runtime', SqlMigration[]>,
  queue: string,
): Promise<void> {
  for (const schema of ['public', 'runtime'] as const) {
    if (migrations[schema].length === 0) continue;
    await client.query(`create schema if not exists ${schema}; ${migrationsTable(schema)}`);
    await client.query(`set local search_path to ${schema}`);
    for (const { text } of migrations[schema]) await client.query(text);
  }
  await client.query(queue);
  // The queue's own limits are for a moment; rows take longer.
  await client.query(
    'set local search_path to public; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  const kept = new Set(manifest.tables.map(nameOf));
  const made = await listTables(client);
  // The first part is dropped once it is old; made again, by the day of the restore, it would overlap those that are kept.
  for (const part of made.filter((table) => table.partOf && !kept.has(nameOf(table)))) {
    await client.query(`drop table ${nameOf(part)}`);
  }
  const bounds = new Map(made.map((table) => [nameOf(table), table.partOf?.bound]));
  const parts = manifest.tables.filter(
    (table) => table.partOf !== undefined && bounds.get(nameOf(table)) !== table.partOf.bound,
  );
  // A migration chooses the end of the first part by the day on which it runs: the bound in the backup counts.
  for (const { schema, name, partOf } of parts.filter((table) => bounds.has(nameOf(table)))) {
    requirePlainBound(partOf?.bound ?? '');
    const [whole, part] = [nameOf({ schema, name: partOf?.table ?? '' }), nameOf({ schema, name })];
    await client.query(`alter table ${whole} detach partition ${part}`);
    await client.query(`alter table ${whole} attach partition ${part} ${partOf?.bound}`);
  }
  for (const table of parts) {
    if (table.partOf === undefined || bounds.has(nameOf(table))) continue;
    const whole = nameOf({ schema: table.schema, name: table.partOf.table });
    // A partition of a table that is not ours: both are omitted.
    const { rows } = await client.query('select to_regclass($1) is not null as "isThere"', [whole]);
    if (!rows[0]?.isThere) continue;
    requirePlainBound(table.partOf.bound);
    await client.query(`create table ${nameOf(table)} partition of ${whole} ${table.partOf.bound}`);
  }
}

/**
 * A bound cannot be passed as a parameter: only text that the database prints for our own partitions becomes part of a
 * statement.
 */
function requirePlainBound(bound: string): void {
  const value = "(?:'[\\w :.+-]*'|MINVALUE|MAXVALUE)";
  if (new RegExp(`^(?:DEFAULT|FOR VALUES FROM \\(${value}\\) TO \\(${value}\\))$`).test(bound)) return;
  throw new StartError(`The backup was changed: it has a partition with the bound ${JSON.stringify(bound)}.`);
}

/**
 * Makes room for columns that an operator had added, as `ops/postgresql/domain-keys.sql` does: rows are only read as a
 * whole. Parts have the columns of their table.
 */
async function addColumns(client: pg.ClientBase, tables: Manifest['tables']) {
  const added: { table: string; column: string }[] = [];
  const wholes = new Map(
    tables.map(({ schema, name, partOf, columns }) => [
      nameOf({ schema, name: partOf?.table ?? name }),
      columns,
    ]),
  );
  for (const [table, columns] of wholes) {
    const { rows } = await client.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0',
      [table],
    );
    const made = new Set(rows.map(({ name }) => name));
    for (const missing of columns.filter((column) => !made.has(column))) {
      const column = columnsOf({ columns: [missing] });
      await client.query(`alter table ${table} add column ${column} text`);
      added.push({ table, column });
    }
  }
  return added;
}

/** Foreign keys are made anew behind the rows, and so check all of them. */
async function fillTables(client: pg.ClientBase, folder: string, manifest: Manifest): Promise<void> {
  const setAside = [
    ...(await listTriggers(client)),
    ...(await listForeignKeys(client)),
    ...(await listIndexes(client)),
  ];
  for (const { away } of setAside) await client.query(away);
  await client.query(`truncate ${manifest.tables.map(nameOf).join(', ')}`);
  for (const table of manifest.tables) {
    const rows = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
    await readContent(folder, table, rows).catch(async (error: unknown) => {
      // The database may fail first on a damaged file.
      await readContent(folder, table);
      throw error;
    });
    if (rows.rowCount !== table.rows) {
      throw damaged(folder, `${table.file} has ${rows.rowCount} rows, not ${table.rows}`);
    }
  }
  for (const { schema, name, lastValue } of manifest.sequences) {
    await client.query('select setval(to_regclass($1), $2)', [nameOf({ schema, name }), lastValue]);
  }
  // Indexes first, which the check of the keys may use.
  for (const { back } of setAside.toReversed()) await client.query(back);
}
