import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneDatabase } from '@atrium/host/test/databases';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { type Config, readConfig } from '../config.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { backupCommands } from './backup.commands.ts';
import { readCommand } from './run-command.ts';

test('a restore says which usage has to be moved to services, where it is not theirs', async () => {
  await using folder = await makeDataFolder();
  const usageFolder = join(folder.path, 'usage');
  await mkdir(usageFolder);
  await writeFile(join(usageFolder, 'one.sealed'), 'used\n');
  const source = await createTestDatabase();
  onTestFinished(source.drop);
  const backup = await writeBackup(
    { connection: source.connection, usageFolder },
    join(folder.path, 'backups'),
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
    const said = await command.runAtPlace({ config, log, openDatabase }, [backup.folder], {});
    expect(await readdir(join(dataFolder, 'usage'))).toEqual(['one.sealed']);
    return said;
  };
  const advice = `Usage that waits to be sent (1) is in ${folder.path}/jobs/usage, from where no one sends it`;
  expect(await restore('jobs')).toContain(`\n${advice}: move its files into the folder usage of a process`);
  expect(await restore('jobs', 'services')).not.toContain('from where no one sends it');
});
