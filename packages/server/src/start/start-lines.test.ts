import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { abandonedLines, startLines } from './start-lines.ts';

const RUNNING = { address: 'http://127.0.0.1:8080/console/', functions: undefined, mailbox: undefined };

test('a start says where the database is, if it is not in the data folder', async () => {
  await using folder = await makeDataFolder();
  const [dataFolder, usual] = [folder.path, `Data:          ${folder.path}`];
  const linesOf = (databaseUrl?: string) => startLines(RUNNING, { dataFolder, databaseUrl }).slice(1);
  expect(linesOf()).toEqual([usual]);
  await writeFile(join(dataFolder, 'database-place'), '/var/lib/atrium/one\n');
  expect(linesOf()).toEqual([usual, 'Database:      /var/lib/atrium/one   (where its account can reach it)']);
  expect(linesOf('postgres://db.internal/atrium')).toEqual([usual]);
});

test('a start lists databases whose data folder is gone or has another one, and none that is in use', async () => {
  await using world = await makeDataFolder();
  const [parent, inUse, reused] = ['places', 'in-use', 'reused'].map((name) => join(world.path, name));
  if (parent === undefined || inUse === undefined || reused === undefined) throw new Error('no folders');
  const place = async (name: string, dataFolder: string) => {
    const folder = join(parent, name);
    await mkdir(join(folder, 'cluster', 'base'), { recursive: true });
    await writeFile(join(folder, 'data-folder'), dataFolder);
    await writeFile(join(folder, 'cluster', 'base', '1'), Buffer.alloc(1_500_000));
    return folder;
  };
  await mkdir(join(parent, 'programs'), { recursive: true });
  for (const folder of [inUse, reused]) await mkdir(folder);
  await writeFile(join(inUse, 'database-place'), `${await place('used', inUse)}\n`);
  const old = await place('old', reused);
  await writeFile(join(reused, 'database-place'), `${await place('new', reused)}\n`);
  const gone = await place('gone', '/srv/gone');
  const lineOf = (folder: string, dataFolder: string) =>
    `Abandoned:     ${folder}   (2 MB, the database of ${dataFolder}, which is gone or has another one; if that folder is not only unmounted, remove it with: rm -r ${folder})`;
  const lines = await abandonedLines({ databaseUrl: undefined }, parent);
  expect(lines.toSorted()).toEqual([lineOf(gone, '/srv/gone'), lineOf(old, reused)].toSorted());
  expect(await abandonedLines({ databaseUrl: 'postgres://db.internal/atrium' }, parent)).toEqual([]);
  expect(await abandonedLines({ databaseUrl: undefined }, join(parent, 'absent'))).toEqual([]);
});
