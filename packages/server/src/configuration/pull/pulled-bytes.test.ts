import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { pull } from '@atrium/contract/configuration/pull';
import { listLimits } from '@atrium/contract/limits/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles } from '../../../test/git-repository.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('contents of pulls end at the limit of the domain, which says so, and go on when there is room', async () => {
  const { server, caller } = world;
  const { db, limits } = server.context;
  const folder = await world.repositoryOfLive('large');
  const write = (letter: string) =>
    commitFiles(folder, { [`${SERVICE}/functions/${letter}.js`]: `// ${letter}`.padEnd(50_000) });
  const pulled = async () => {
    const { uuid } = await server.call(pull, { body: world.gitRequest('large') }, { as: caller });
    const read = () => server.call(getLastCommits, { params: { uuid } }, { as: caller });
    await expect.poll(read, { timeout: 50_000 }).not.toMatchObject({ contents: 'PENDING' });
    // Their list counts, too.
    await expect.poll(read, { timeout: 50_000 }).not.toMatchObject({ state: 'PENDING' });
    return read();
  };
  const used = async () => {
    const shown = await server.call(listLimits, {}, { as: caller });
    return shown.find(({ name }) => name === 'pulledBytes')?.used;
  };
  const listBytes = async () => {
    const pulls = db.selectFrom('pulls').select(['manifest', 'lastCommits']);
    const rows = await pulls.where('domainId', '=', caller.domainId).execute();
    for (const { manifest } of rows) expect(manifest.length).toBeGreaterThan(0);
    return rows.reduce((sum, row) => sum + row.manifest.length + (row.lastCommits?.length ?? 0), 0);
  };
  expect(await used()).toBe(0);
  await write('a');
  expect(await pulled()).toMatchObject({ contents: 'COMPLETE' });
  expect(await used()).toBe(50_000 + (await listBytes()));
  await limits.update(caller, caller.domainId, { name: 'pulledBytes', limit: 90_000 });
  // Known contents are not read again.
  expect(await pulled()).toMatchObject({ contents: 'COMPLETE' });
  await write('b');
  expect(await pulled()).toMatchObject({
    contents: 'FAILED',
    contentsError: expect.stringContaining('The limit of this domain is reached. Contents of pulled files:'),
  });
  // The pull is kept, without the contents.
  expect(await used()).toBe(50_000 + (await listBytes()));
  await limits.update(caller, caller.domainId, { name: 'pulledBytes', limit: 50_000 });
  const stored = await listBytes();
  const refused = await server.request(pull, { body: world.gitRequest('large') }, { as: caller });
  expect(refused.json()).toMatchObject({
    status: 422,
    message: expect.stringContaining('The limit of this domain is reached. Contents of pulled files:'),
  });
  expect(await listBytes()).toBe(stored);
  await db.deleteFrom('remoteContents').where('domainId', '=', caller.domainId).execute();
  await write('c');
  await limits.update(caller, caller.domainId, { name: 'pulledBytes', limit: null });
  expect(await pulled()).toMatchObject({ contents: 'COMPLETE' });
});
