import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createSecretKey } from '@atrium/host/secret-key';
import { cloneDatabase } from '@atrium/host/test/databases';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { type Config, readConfig } from '../config.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { SecretKeyFile } from '../secrets/secret-key-file.ts';
import { backupCommands } from './backup.commands.ts';
import { readCommand } from './run-command.ts';

test('a restore says which usage has to be moved to services, where it is not theirs', async () => {
  await using folder = await makeDataFolder();
  const usageFolder = join(folder.path, 'usage');
  await mkdir(usageFolder);
  await writeFile(join(usageFolder, 'one.sealed'), 'used\n');
  const source = await createTestDatabase();
  onTestFinished(source.drop);
  const backupFolder = join(folder.path, 'backups');
  await mkdir(backupFolder);
  const backup = await writeBackup(
    { connection: source.connection, usageFolder, secretKeys: [] },
    backupFolder,
  );

  const { command } = readCommand(backupCommands, ['backup', 'restore', backup.folder]);
  if (!('runAtPlace' in command)) throw new Error('it is carried out at the place');
  const restore = async (...roles: Config['roles']) => {
    const dataFolder = join(folder.path, roles.join('-'));
    const place = await cloneDatabase('template0');
    onTestFinished(place.drop);
    const config = { ...readConfig({ ATRIUM_DATA: dataFolder }), roles };
    const openDatabase = async () => place.connection;
    const log = pino({ level: 'silent' });
    const said = await command.runAtPlace({ config, log, openDatabase }, [backup.folder], {
      unproven: 'true',
    });
    expect(await readdir(join(dataFolder, 'usage'))).toEqual(['one.sealed']);
    return said;
  };
  const advice = `Unsent usage (1) is in ${folder.path}/jobs/usage, where no process sends it`;
  const said = await restore('jobs');
  expect(said).toContain(`\n${advice}. Move its files into the folder usage of a process`);
  expect(said).toContain('\nEverything revoked since the backup is valid again. ');
  expect(await restore('jobs', 'services')).not.toContain('where no process sends it');
});

test('a check names the key that a backup needs, and warns where it is not', async () => {
  await using folder = await makeDataFolder();
  const source = await createTestDatabase();
  onTestFinished(source.drop);
  const [key, next] = [createSecretKey(), createSecretKey()];
  const client = new pg.Client(source.connection);
  await client.connect();
  await client.query('insert into secret_keys (id, is_current, created_on) values ($1, true, now())', [
    key.id,
  ]);
  await client.end();
  const usageFolder = join(folder.path, 'usage');
  const backupFolder = join(folder.path, 'backups');
  await mkdir(backupFolder);
  const backup = await writeBackup(
    { connection: source.connection, usageFolder, secretKeys: [key] },
    backupFolder,
  );

  const run = async (verb: string, settings: Record<string, string> = {}) => {
    const { command } = readCommand(backupCommands, ['backup', verb, ...(verb === 'verify' ? ['x'] : [])]);
    if (!('runAtPlace' in command)) throw new Error('it is carried out at the place');
    const config = readConfig({ ATRIUM_DATA: folder.path, ...settings });
    const openDatabase = () => Promise.reject(new Error('it needs no database'));
    return command.runAtPlace({ config, log: pino({ level: 'silent' }), openDatabase }, [backup.folder], {});
  };
  expect(await run('list')).toContain(`\tsecret key ${key.id}\t${backup.folder}`);
  const file = new SecretKeyFile(folder.path);
  const missing = (place: string) =>
    `\nWarning: Its secrets are encrypted under the key ${key.id}, which is not here (${place}): `;
  expect(await run('verify')).toContain(missing(file.path));
  expect(await run('verify')).toContain(
    `Its keyed checksum cannot be checked: the key ${key.id} is not here.`,
  );
  // As the file is after a rotation, and as a copy of it from later is.
  file.write([next, key]);
  expect(await run('verify')).toContain(
    `\nIts secrets are encrypted under the key ${key.id}, which is here (`,
  );
  expect(await run('verify')).toContain(
    `Its keyed checksum is right: no one without the key ${key.id} has changed it.`,
  );
  file.write([next]);
  expect(await run('verify')).toContain(missing(file.path));
  expect(await run('verify', { ATRIUM_SECRET_KEY: next.text })).toContain(missing('ATRIUM_SECRET_KEY'));
  const both = { ATRIUM_SECRET_KEY: next.text, ATRIUM_SECRET_KEY_OLD: key.text };
  expect(await run('verify', both)).toContain('which is here (ATRIUM_SECRET_KEY).');
});

test('a backup that this account may not read is named, and is not taken for none', async () => {
  await using folder = await makeDataFolder();
  const parent = join(folder.path, 'backups');
  const backup = join(parent, 'atrium-20261123T054000123Z');
  // A folder in the place of a file cannot be read by anyone, not even by root, who runs some of these tests.
  for (const name of ['manifest.json', 'manifest.sha256'])
    await mkdir(join(backup, name), { recursive: true });
  const run = async (...words: string[]) => {
    const { command } = readCommand(backupCommands, ['backup', ...words]);
    if (!('runAtPlace' in command)) throw new Error('it is carried out at the place');
    const config = readConfig({ ATRIUM_DATA: folder.path });
    const openDatabase = () => Promise.reject(new Error('it needs no database'));
    return command.runAtPlace({ config, log: pino({ level: 'silent' }), openDatabase }, words.slice(1), {});
  };
  const { username } = userInfo();
  const sentence = `${backup} cannot be read by the account ${username} (EISDIR). If another account has copied it here: chown -R ${username} ${backup}`;
  expect(await run('list')).toBe(sentence);
  await expect(run('verify', backup)).rejects.toThrow(sentence);
  await rm(backup, { recursive: true });
  expect(await run('list')).toBe(`There is no backup in ${parent}.`);
});
