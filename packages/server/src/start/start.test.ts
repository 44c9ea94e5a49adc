import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { MIGRATION_LOCK } from '@atrium/host/database/migrate';
import { StartError } from '@atrium/host/start-error';
import pg from 'pg';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/database-url.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { startTcpServer } from '../../test/tcp-server.ts';
import { readConfig } from '../config.ts';
import { migrateServices } from '../database/migrate-all.ts';
import { startAtrium } from './start-atrium.ts';

// Whole programs are started.
vi.setConfig({ testTimeout: 90_000 });

const PROGRAM = join(import.meta.dirname, '../main.ts');
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  ATRIUM_ROLES: 'web',
  ATRIUM_SERVICES_URL: 'http://127.0.0.1:9',
};
/** Nothing but these: the log is silent. */
const SENTENCES = 'Starting …\nStopping after SIGTERM: what is under way is finished first.\n';
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

interface Started {
  code: number | null;
  output: string;
  complaint: string;
}

/** Starts Atrium with nothing but these settings; ends it as soon as it has printed its address. */
async function start(
  settings: Record<string, string>,
  account: { uid?: number; gid?: number } = {},
): Promise<Started> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env['PATH'], ...SETTINGS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const started = { code: null as number | null, output: '', complaint: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    started.output += text;
    if (text.includes('Atrium runs')) child.kill('SIGTERM');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    started.complaint += text;
  });
  [started.code] = await once(child, 'close');
  return started;
}

/** What the program does, in this process: it need not be loaded again for each reason. */
async function startHere(settings: Record<string, string>, { withDemo = false } = {}) {
  const log = pino({ level: 'silent' });
  const administrators: string[] = [];
  const { address, stop } = await startAtrium(readConfig({ ...SETTINGS, ...settings }), log, {
    withDemo,
    onFailed: () => {},
    onFirstAdministrator: ({ username }) => administrators.push(username),
  });
  await stop();
  return { address, administrators };
}

async function expectRefusal(settings: Record<string, string>, sentence: string): Promise<void> {
  await expect(startHere(settings)).rejects.toThrow(new StartError(sentence));
}

test('a second signal also ends a start that waits', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  const holder = new pg.Client(database.connection);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      ...SETTINGS,
      ATRIUM_DATA: folder.path,
      DATABASE_URL: databaseUrl(database.connection),
    },
    stdio: 'ignore',
  });
  // It has ended by then, unless this fails.
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await vi.waitFor(
    async () => {
      const { rowCount } = await holder.query(
        "select from pg_locks where locktype = 'advisory' and not granted and objid = $1",
        [MIGRATION_LOCK],
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 60_000, interval: 100 },
  );
  const signals = setInterval(() => child.kill('SIGTERM'), 200);
  onTestFinished(() => clearInterval(signals));
  expect(await ended).toEqual([1, null]);
  await holder.end();
  await database.drop();
});

test('a stop that takes long says what it waits for', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  const settings = {
    ...SETTINGS,
    ATRIUM_DATA: folder.path,
    DATABASE_URL: databaseUrl(database.connection),
    ATRIUM_DRAIN_MS: '500',
  };
  const { address = '', stop } = await startAtrium(readConfig(settings), pino({ level: 'silent' }), {
    withDemo: false,
    onFailed: () => {},
  });
  // A request whose body does not come.
  const { port } = new URL(address);
  const client = connect(Number(port), '127.0.0.1');
  client.on('error', () => {});
  const head =
    'POST /auth/v1/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9';
  client.write(`${head}\r\nexpect: 100-continue\r\n\r\n`);
  await once(client, 'data');
  const said = new Set<string>();
  await stop((parts) => {
    for (const part of parts) said.add(part);
    if (said.has('open requests')) client.destroy();
  }, 50);
  expect([...said].slice(0, 2)).toEqual(['load balancers (ATRIUM_DRAIN_MS)', 'open requests']);
  await database.drop();
});

test('a wrong setting gives one sentence and no stack', async () => {
  const complaint = 'Atrium cannot run: PORT must be a number from 0 to 65535. "http" is not.\n';
  expect(await start({ PORT: 'http' })).toEqual({ code: 1, output: '', complaint });
});

test('the demo is refused where others reach it, also one that is there already', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  const here = { ATRIUM_DATA: folder.path, DATABASE_URL: databaseUrl(database.connection) };
  const published = {
    ...here,
    ATRIUM_PUBLIC_URL: 'https://console.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    ATRIUM_TEST_PAYMENTS: 'true',
  };
  const refusal = /others, who know the password of the demo's users/;
  await expect(startHere(published, { withDemo: true })).rejects.toThrow(refusal);
  await startHere(here, { withDemo: true });
  await expect(startHere(published)).rejects.toThrow(refusal);
  // Whose domain is locked cannot sign in.
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query("update domains set locked_on = now(), locked_because = 'A trial.'");
  await client.end();
  await startHere(published);
  await database.drop();
});

test('a data folder that is a file is refused', async () => {
  await using folder = await makeDataFolder();
  const file = join(folder.path, 'data');
  await writeFile(file, '');
  const advice = 'make it writable for this account, or choose another with ATRIUM_DATA.';
  await expectRefusal({ ATRIUM_DATA: file }, `The data folder ${file} cannot be written (EEXIST); ${advice}`);
});

test.runIf(isRoot)('a data folder without the right to write is refused', async () => {
  await using folder = await makeDataFolder();
  await chmod(folder.path, 0o755);
  const unwritable = join(folder.path, 'data');
  const { code, complaint } = await start({ ATRIUM_DATA: unwritable }, { uid: NOBODY, gid: NOBODY });
  expect({ code, complaint }).toMatchObject({
    code: 1,
    complaint: expect.stringContaining(`The data folder ${unwritable} cannot be written (EACCES)`),
  });
});

test('a used port is refused, and the password of the first administrator is not lost', async () => {
  await using folder = await makeDataFolder();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const database = await createTestDatabase();
  const settings = { ATRIUM_DATA: folder.path, DATABASE_URL: databaseUrl(database.connection) };
  await expectRefusal(
    { ...settings, PORT: String(port) },
    `The port ${port} on 127.0.0.1 is in use; stop the program that listens there, or choose another with PORT.`,
  );
  other.close();
  await expectRefusal(
    { ...settings, ATRIUM_ADMIN_PASSWORD: 'password1' },
    'ATRIUM_ADMIN_PASSWORD is easy to guess. Please choose another password.',
  );

  const first = await start(settings);
  expect(first).toMatchObject({ code: 0, complaint: SENTENCES });
  expect(first.output).toMatch(
    /^Administrator: admin\nPassword: {6}\S{20} {3}\(shown only this once\)\nAtrium runs at (http:\/\/127\.0\.0\.1:\d+\/console\/)\nFunctions: {5}http:\/\/127\.0\.0\.1:\d+\/\{domain\}\nE-mails: {7}\1dev\/mailbox {3}\(none is sent: SMTP_URL is not set\)\nData: {10}\S+\n$/,
  );
  expect(first.output).toContain(`Data:          ${folder.path}\n`);
  expect((await startHere(settings)).administrators).toEqual([]);
  await database.drop();
});

test('the password of the first administrator is shown by a start that fails after it made them, too', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  await migrateServices(database.connection);
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query("update runtime.schema_migrations set checksum = 'other'");
  await client.end();
  const first = await start({
    ATRIUM_DATA: folder.path,
    DATABASE_URL: databaseUrl(database.connection),
    ATRIUM_ROLES: 'web,services',
    ATRIUM_SERVICES_URL: '',
  });
  expect(first).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^Administrator: admin\nPassword: {6}\S{20} {3}\(shown only this once\)\n$/,
    ),
    complaint: expect.stringContaining('was changed after it had been applied'),
  });
  await database.drop();
});

test.runIf(isRoot)('an ordinary user starts it as well', async () => {
  await using folder = await makeDataFolder();
  await chown(folder.path, NOBODY, NOBODY);
  const settings = { ATRIUM_DATA: folder.path, ATRIUM_ADMIN_PASSWORD: 'correct horse battery' };
  const { code, output, complaint } = await start(settings, { uid: NOBODY, gid: NOBODY });
  expect({ code, complaint }).toEqual({ code: 0, complaint: SENTENCES });
  expect(output).toContain('as set by ATRIUM_ADMIN_PASSWORD');
  expect(output).not.toContain('horse');
});

test('the queue of every job is there before anyone is served', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  await startHere({ ATRIUM_DATA: folder.path, DATABASE_URL: databaseUrl(database.connection) });
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from jobs.queue');
  await client.end();
  await database.drop();
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mail.send', 'billing.forget-card', 'operations.create-backup']),
  );
});

test('a host that this machine does not have is refused', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  await expectRefusal(
    { ATRIUM_DATA: folder.path, HOST: '192.0.2.1', DATABASE_URL: databaseUrl(database.connection) },
    'This machine has no address 192.0.2.1 to listen on; correct HOST.',
  );
  await database.drop();
});

test('a database server that cannot be reached is named without its password', async () => {
  await using folder = await makeDataFolder();
  const DATABASE_URL = 'postgres://atrium:hush@127.0.0.1:9/atrium';
  await expectRefusal(
    { ATRIUM_DATA: folder.path, DATABASE_URL },
    'The database server 127.0.0.1:9 cannot be reached (ECONNREFUSED); check DATABASE_URL and that the server runs.',
  );
});

test('a database server over TCP serves it as well, and a wrong password is named without being told', async () => {
  await using folder = await makeDataFolder();
  await using server = await startTcpServer();
  const settings = { ATRIUM_DATA: folder.path, DATABASE_URL: server.url };
  const { address, administrators } = await startHere(settings);
  expect(address).toMatch(/^http:/);
  expect(administrators).toEqual(['admin']);
  await expectRefusal(
    { ATRIUM_DATA: folder.path, DATABASE_URL: server.url.replace(server.password, 'hush') },
    `The database server 127.0.0.1:${server.port} refuses the user atrium; check the user and password in DATABASE_URL.`,
  );
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query("create role guest login password 'guest'");
  await client.end();
  await expectRefusal(
    {
      ATRIUM_DATA: folder.path,
      DATABASE_URL: server.url.replace(`atrium:${server.password}`, 'guest:guest'),
    },
    `The user guest may not create tables in the database postgres of 127.0.0.1:${server.port}, or does not own those of Atrium; make it the owner of the database and of all that is in it.`,
  );
});

test('a database that is not there is named', async () => {
  await using folder = await makeDataFolder();
  const DATABASE_URL = databaseUrl({ ...inject('databaseCluster'), database: 'nowhere' });
  await expect(startHere({ ATRIUM_DATA: folder.path, DATABASE_URL })).rejects.toThrow(
    /has no database nowhere; create it, or correct DATABASE_URL\.$/,
  );
});

test('a database of before 0.2.0 is refused by name, and left as it is', async () => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  const list = async () => (await client.query('select * from schema_migrations order by name')).rows;
  await client.query(
    "update schema_migrations set name = '0001_accounts.sql' where name = '0001_platform.sql'",
  );
  const before = await list();
  await expectRefusal(
    { ATRIUM_DATA: folder.path, DATABASE_URL: databaseUrl(database.connection), ATRIUM_ROLES: 'web' },
    'The database was made by an Atrium before 0.2.0: it begins with the migration 0001_accounts.sql, which this release cannot update. It was left unchanged. Start with an empty database, or another folder in ATRIUM_DATA.',
  );
  expect(await list()).toEqual(before);
  await client.end();
  await database.drop();
});

test.each([
  ['public', '0001_platform.sql'],
  ['runtime', '0001_services.sql'],
])('a migration that was edited stops the start, in the schema %s', async (schema, name) => {
  await using folder = await makeDataFolder();
  const database = await createTestDatabase();
  await migrateServices(database.connection);
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(`update ${schema}.schema_migrations set checksum = 'other' where name = $1`, [name]);
  await client.end();
  await expectRefusal(
    {
      ATRIUM_DATA: folder.path,
      DATABASE_URL: databaseUrl(database.connection),
      ATRIUM_ROLES: 'web,services',
      ATRIUM_SERVICES_URL: '',
    },
    `The migration ${name} was changed after it had been applied; put its text back and make the change in a new file.`,
  );
  await database.drop();
});
