import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretKey, readSecretKey } from '@atrium/host/secret-key';
import { StartError } from '@atrium/host/start-error';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/database-url.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { readConfig } from '../config.ts';
import { buildContext, type Context } from '../context.ts';
import { openDatabase } from '../database/connection.ts';
import { listRetiringSecretKeyIds } from './secret-key.repository.ts';

// One of them starts a whole program.
vi.setConfig({ testTimeout: 60_000 });

const COMMANDS = join(import.meta.dirname, '../commands/main.ts');

/** One installation: its database, and the data folders of its machines. */
async function install() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const db = openDatabase(database.connection);
  onTestFinished(() => db.destroy());
  const folder = await makeDataFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const start = async (settings: Record<string, string> = {}): Promise<Context> => {
    const own = openDatabase(database.connection);
    onTestFinished(() => own.destroy());
    const context = await buildContext({
      config: readConfig({ ATRIUM_DATA: folder.path, ...settings }),
      log: pino({ level: 'silent' }),
      db: own,
      connection: database.connection,
    });
    onTestFinished(() => context.close());
    return context;
  };
  return {
    db,
    connection: database.connection,
    start,
    folder: folder.path,
    file: join(folder.path, 'secret-key'),
  };
}

type Installation = Awaited<ReturnType<typeof install>>;

/** Everything that the database holds, as a dump shows it. */
async function dump({ db }: Installation): Promise<string> {
  const { rows } = await sql<{ tableName: string }>`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const texts = await Promise.all(
    rows.map(({ tableName }) =>
      sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(tableName)} t`.execute(db),
    ),
  );
  return texts.flatMap((result) => result.rows.map(({ text }) => text)).join('\n');
}

async function sealedKeys({ db }: Installation): Promise<string[]> {
  const signing = await db.selectFrom('signingKeys').select('privateKey').execute();
  const services = await db.selectFrom('serviceKeys').select('privateKey').execute();
  return [...signing, ...services].map(({ privateKey }) => privateKey.split('.')[1] ?? '');
}

const keysIn = async (file: string) =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('a dump of the database has no private key in it, and the key file is readable by its owner only', async () => {
  const installation = await install();
  const { tokens, accessKeys } = await installation.start();
  const { privateJwk } = await accessKeys.ensureServiceKey('shop');
  const dumped = await dump(installation);
  expect(dumped).toContain(tokens.listPublicKeys().keys[0]?.kid);
  expect(dumped).not.toContain(privateJwk.d);
  expect(dumped).not.toMatch(/"d\\*":/);
  const [key = ''] = await keysIn(installation.file);
  expect(dumped).not.toContain(key);
  expect((await stat(installation.file)).mode & 0o777).toBe(0o600);
  expect((await accessKeys.ensureServiceKey('shop')).privateJwk).toEqual(privateJwk);
});

test('a start without the key, or with another one, is refused and changes nothing', async () => {
  const installation = await install();
  await installation.start();
  const [key = ''] = await keysIn(installation.file);
  await using other = await makeDataFolder();
  const before = await dump(installation);

  const second = installation.start({ ATRIUM_DATA: other.path });
  await expect(second).rejects.toThrow(
    new StartError(
      `The secrets in this database are encrypted under a key that ${other.path}/secret-key does not hold; copy that file from the machine or the backup it was made on, or set ATRIUM_SECRET_KEY.`,
    ),
  );
  await expect(readFile(join(other.path, 'secret-key'))).rejects.toThrow(/ENOENT/);
  const wrong = { ATRIUM_DATA: other.path, ATRIUM_SECRET_KEY: createSecretKey().text };
  await expect(installation.start(wrong)).rejects.toThrow(
    /^The secrets in this database are encrypted under another key than ATRIUM_SECRET_KEY;/,
  );
  expect(await dump(installation)).toBe(before);

  await installation.start({ ATRIUM_DATA: other.path, ATRIUM_SECRET_KEY: key });
});

test('a rotation goes on under running processes, and keeps the key of former backups in the file', async () => {
  const installation = await install();
  const [running, other] = await Promise.all([installation.start(), installation.start()]);
  const { privateJwk } = await running.accessKeys.ensureServiceKey('shop');
  const before = await keysIn(installation.file);

  const id = await other.secrets.rotate();
  expect(new Set(await sealedKeys(installation))).toEqual(new Set([id]));
  const [next = '', ...others] = await keysIn(installation.file);
  expect(readSecretKey(next).id).toBe(id);
  expect(others).toEqual(before);
  expect(await listRetiringSecretKeyIds(installation.db)).toEqual([]);
  expect((await running.accessKeys.ensureServiceKey('shop')).privateJwk).toEqual(privateJwk);
  await running.accessKeys.ensureServiceKey('another-shop');
  expect(new Set(await sealedKeys(installation))).toEqual(new Set([id]));
  await installation.start();
});

test('after a restore a rotation makes a new key, though newer ones than the database has are in the file', async () => {
  const installation = await install();
  const context = await installation.start();
  const before = await keysIn(installation.file);
  const [newest, newer] = [createSecretKey().text, createSecretKey().text];
  await writeFile(installation.file, [newest, newer, ...before, ''].join('\n'));

  const id = await context.secrets.rotate();
  const [made = '', ...others] = await keysIn(installation.file);
  expect(readSecretKey(made).id).toBe(id);
  expect(others).toEqual([newest, newer, ...before]);
  expect(new Set(await sealedKeys(installation))).toEqual(new Set([id]));
});

test('a rotation that begins when another one has just sealed everything keeps its key', async () => {
  const installation = await install();
  const [one, other] = await Promise.all([installation.start(), installation.start()]);
  const begin = one.db.transaction.bind(one.db);
  let second: string | undefined;
  vi.spyOn(one.db, 'transaction').mockImplementation(() => {
    const transaction = begin();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = async (work) => {
      const result = await execute(work);
      const isOver = (await listRetiringSecretKeyIds(installation.db)).length === 0;
      if (isOver && second === undefined) second = await other.secrets.rotate();
      return result;
    };
    return transaction;
  });
  await one.secrets.rotate();
  expect(new Set(await sealedKeys(installation))).toEqual(new Set([second]));
  await installation.start();
  const [newest = '', ...others] = await keysIn(installation.file);
  expect(readSecretKey(newest).id).toBe(second);
  expect(others).toHaveLength(2);
});

test('with the setting, what is written stays readable for processes with the old key until the rotation', async () => {
  const installation = await install();
  const [before, next] = [createSecretKey(), createSecretKey()];
  await rm(installation.file, { force: true });
  const running = await installation.start({ ATRIUM_SECRET_KEY: before.text });
  await expect(running.secrets.rotate()).rejects.toThrow(
    /^The secrets are already encrypted under ATRIUM_SECRET_KEY/,
  );
  const both = { ATRIUM_SECRET_KEY: next.text, ATRIUM_SECRET_KEY_OLD: before.text };
  const restarted = await installation.start(both);
  const made = await restarted.accessKeys.ensureServiceKey('shop');
  expect(await running.accessKeys.ensureServiceKey('shop')).toEqual(made);

  expect(await restarted.secrets.rotate()).toBe(next.id);
  expect(new Set(await sealedKeys(installation))).toEqual(new Set([next.id]));
  await installation.start({ ATRIUM_SECRET_KEY: next.text });
  await expect(installation.start({ ATRIUM_SECRET_KEY: before.text })).rejects.toThrow(StartError);
  await expect(readFile(installation.file)).rejects.toThrow(/ENOENT/);
});

test('a rotation that is killed in the middle is finished by the next one', async () => {
  const installation = await install();
  const { db, folder, file } = installation;
  const context = await installation.start();
  const made = await context.accessKeys.ensureServiceKey('shop');
  const [first] = await sealedKeys(installation);

  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('signingKeys').select('id').forUpdate().execute();
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const rotating = spawn(process.execPath, [COMMANDS, 'secret-key', 'rotate'], {
    env: {
      PATH: process.env['PATH'],
      ATRIUM_DATA: folder,
      DATABASE_URL: databaseUrl(installation.connection),
    },
    stdio: 'inherit',
  });
  const isHalfDone = async () => new Set(await sealedKeys(installation)).size;
  await expect.poll(isHalfDone, { timeout: 30_000 }).toBe(2);
  rotating.kill('SIGKILL');
  await once(rotating, 'close');
  release.resolve();
  await holding;
  expect(await keysIn(file)).toHaveLength(2);

  expect(await context.accessKeys.ensureServiceKey('shop')).toEqual(made);
  const id = await context.secrets.rotate();
  expect(id).not.toBe(first);
  expect(new Set(await sealedKeys(installation))).toEqual(new Set([id]));
  expect(await keysIn(file)).toHaveLength(2);
  expect(await (await installation.start()).accessKeys.ensureServiceKey('shop')).toEqual(made);
});

test('all processes have one key for the values of functions, which a rotation takes along', async () => {
  const installation = await install();
  const [one, other] = await Promise.all([installation.start(), installation.start()]);
  const keys = await Promise.all([one.secrets.ensureValueKey(), other.secrets.ensureValueKey()]);
  expect(new Set(keys).size).toBe(1);
  expect(await dump(installation)).not.toContain(keys[0]);
  const id = await other.secrets.rotate();
  const { secretKey } = await installation.db
    .selectFrom('valueKeys')
    .select('secretKey')
    .executeTakeFirstOrThrow();
  expect(secretKey).toContain(id);
  expect(await one.secrets.ensureValueKey()).toBe(keys[0]);
});
