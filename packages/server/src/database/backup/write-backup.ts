import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretKey } from '@atrium/host/secret-key';
import { StartError } from '@atrium/host/start-error';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { VERSION } from '../../paths.ts';
import { findBackedUpKeyId } from '../../secrets/backed-up-key.ts';
import { keepTouching, nameOfBackup, UNFINISHED } from './backup-folder.ts';
import { writeContent } from './content-file.ts';
import { listSequences, listTables, type SCHEMAS, type StoredTable } from './database-catalog.ts';
import { FORMAT, type Manifest, writeManifest } from './manifest.ts';
import { requireKnownQueue } from './queue-statements.ts';
import { openSession } from './session.ts';
import { holdSegments, readSegments } from './usage-segments.ts';

export interface BackupSource {
  connection: pg.ClientConfig;
  /** Folder in which this machine's services store usage until the platform has received it. */
  usageFolder: string;
  /** Local keys: the backup's keyed checksum uses the key of its encrypted secrets. */
  secretKeys: readonly SecretKey[];
}

/** Copies both stores and unsent usage into a new folder below `parent`, while the product runs. */
export async function writeBackup(
  { connection, usageFolder, secretKeys }: BackupSource,
  parent: string,
): Promise<{ folder: string; manifest: Manifest }> {
  const createdOn = new Date().toISOString();
  const folder = join(parent, nameOfBackup(createdOn));
  const unfinished = `${folder}${UNFINISHED}`;
  await using session = await openSession(connection, 'atrium backup');
  await makeFolder(unfinished, parent);
  try {
    using _ = keepTouching(unfinished);
    const { client } = session;
    const version = await requireKnownQueue(client);
    const installation = await findInstallation(client);
    // All reads from here on see the database as it was at the first one.
    await client.query('begin isolation level repeatable read read only');
    const facts = await readUnderHold(client, usageFolder, unfinished);
    const tables = await copyTables(client, unfinished);
    const manifest: Manifest = {
      format: FORMAT,
      atrium: VERSION,
      createdOn,
      installation,
      ...facts,
      queue: { version },
      tables,
      sequences: await listSequences(client),
    };
    const key = secretKeys.find(({ id }) => id === manifest.secretKeyId);
    if (key === undefined && manifest.secretKeyId !== null) {
      throw new StartError(
        `The secret key ${manifest.secretKeyId} of this database is not here, and without it a backup gets no keyed checksum; set ATRIUM_SECRET_KEY, or ATRIUM_DATA to the folder with the file secret-key.`,
      );
    }
    await writeManifest(unfinished, manifest, key);
    await syncFolder(unfinished);
    // It has its name when it is whole.
    await rename(unfinished, folder);
    await syncFolder(parent);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Nothing above it: where a disk is not mounted, the backup would be on the disk of the database, and count as good. */
async function makeFolder(folder: string, parent: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartError(
      `The folder for backups ${parent} is missing; mount the disk that it is on, or create it.`,
    );
  }
}

/** The database and its server. Undefined where a server does not let everyone ask. */
async function findInstallation(client: pg.ClientBase): Promise<string | undefined> {
  const asked = client.query<{ id: string }>(`
    select system_identifier || '-' || pg_database.oid as id
      from pg_control_system(), pg_database where datname = current_database()`);
  return asked.then(
    ({ rows }) => rows[0]?.id,
    () => undefined,
  );
}

/** Takes the snapshot, and usage that it does not have: for that long the services delete none. */
async function readUnderHold(client: pg.ClientBase, usageFolder: string, folder: string) {
  await using _ = await holdSegments(usageFolder);
  const secretKeyId = await findBackedUpKeyId(client);
  const { rows } = await client.query<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  );
  const usage: Manifest['usage'] = [];
  for await (const { name: segment, text } of readSegments(usageFolder)) {
    const { file, bytes, sha256 } = await writeContent(folder, `usage-${usage.length + 1}.zst`, text);
    usage.push({ segment, file, bytes, sha256 });
  }
  const migrations = {
    public: await listMigrations(client, 'public'),
    runtime: await listMigrations(client, 'runtime'),
  };
  return { postgres: rows[0]?.postgres ?? '', secretKeyId, migrations, usage };
}

async function copyTables(client: pg.ClientBase, folder: string): Promise<Manifest['tables']> {
  const tables = await listTables(client);
  // No partition may be dropped until it is copied.
  for (const table of tables) await client.query(`lock table ${nameOf(table)} in access share mode`);
  const copied: Manifest['tables'] = [];
  for (const table of tables) {
    // A table of the operator's own may have any name.
    const file = `${table.schema}.${table.name}-${copied.length + 1}.zst`.replaceAll(/[^\w.-]/g, '_');
    const rows = client.query(copyTo(`copy ${nameOf(table)} (${columnsOf(table)}) to stdout`));
    const { lines, bytes, sha256 } = await writeContent(folder, file, rows);
    copied.push({ ...table, rows: lines, file, bytes, sha256 });
  }
  return copied;
}

async function listMigrations(client: pg.ClientBase, schema: (typeof SCHEMAS)[number]) {
  const table = `${schema}.schema_migrations`;
  const { rows } = await client.query('select to_regclass($1) is not null as "isThere"', [table]);
  if (!rows[0]?.isThere) return [];
  const applied = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table} order by name collate "C"`,
  );
  return applied.rows;
}

export function nameOf({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function columnsOf({ columns }: Pick<StoredTable, 'columns'>): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
