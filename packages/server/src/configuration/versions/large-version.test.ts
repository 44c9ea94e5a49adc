import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { expect, test } from 'vitest';
import { SERVICE, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { readMetadata } from '../live-configuration.ts';

const MEBIBYTE = 1024 * 1024;
/** Together more than one import may bring. */
const PATHS = Array.from({ length: 68 }, (_, index) => `functions/large/file-${index}.js`);
const COMMIT = 'c0ffee'.padEnd(40, '0');

test('a state that is larger than an import comes back whole, by its version and by a backup', async () => {
  await using world = await startConfigurationWorld();
  const { server, caller } = world;
  const as = { as: caller };
  // Without a card it has less.
  await server.context.limits.update(caller, caller.domainId, {
    name: 'configurationBytes',
    limit: 100 * MEBIBYTE,
  });
  await server.context.limits.update(caller, caller.domainId, {
    name: 'historyBytes',
    limit: 250 * MEBIBYTE,
  });
  const returnTo = (version: number, baseVersion: number) =>
    server.call(returnToVersion, { params: { serviceId: SERVICE, version }, body: { baseVersion } }, as);
  const contents = PATHS.map((path) => [path, `// ${path}\n`.padEnd(MEBIBYTE, '/')] as const);
  const add = (files: typeof contents) => world.changeLive(Object.fromEntries(files), SERVICE, COMMIT);
  await expect(add(contents)).rejects.toThrow('Functions accepts 64 MiB at a time, and this is 68 MiB.');
  await add(contents.slice(0, 34));
  await add(contents.slice(34));
  const large = await world.liveVersion();
  expect(await returnTo(1, large)).toMatchObject({ version: large + 1 });
  expect(await returnTo(large, large + 1)).toMatchObject({ version: large + 2 });

  await returnTo(1, large + 2);
  const { content } = await server.call(listBackups, { body: {} }, as);
  const params = { id: content[0]?.id ?? '' };
  expect(await server.call(restoreBackup, { params, body: {} }, as)).toMatchObject({ version: large + 4 });

  const { folders } = await readMetadata(server.context.services.getClient(caller), SERVICE);
  const { files = [] } = folders.find(({ name }) => name === 'functions/large') ?? {};
  expect(files).toHaveLength(PATHS.length);
  expect(new Set(files.map(({ commitSha }) => commitSha))).toEqual(new Set([COMMIT]));
}, 60_000);
