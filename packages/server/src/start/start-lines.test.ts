import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { startLines } from './start-lines.ts';

const RUNNING = { address: 'http://127.0.0.1:8080/console/', mailbox: undefined };

test('a start says where the database is, if it is not in the data folder', async () => {
  await using folder = await makeDataFolder();
  const [dataFolder, usual] = [folder.path, `Data:          ${folder.path}`];
  const linesOf = (databaseUrl?: string) => startLines(RUNNING, { dataFolder, databaseUrl }).slice(1);
  expect(linesOf()).toEqual([usual]);
  await writeFile(join(dataFolder, 'database-place'), '/var/lib/atrium/one\n');
  expect(linesOf()).toEqual([usual, 'Database:      /var/lib/atrium/one   (where its account can reach it)']);
  expect(linesOf('postgres://db.internal/atrium')).toEqual([usual]);
});
