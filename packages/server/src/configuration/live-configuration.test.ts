import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { readSources } from './live-configuration.ts';

vi.setConfig({ testTimeout: 120_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('more contents than one response may have are read in parts', async () => {
  // A line break takes two characters of JSON: together they are 80 MB.
  const long = '\n'.repeat(1_000_000);
  const paths = Array.from({ length: 40 }, (_, index) => `large/${index}.js`);
  for (const half of [paths.slice(0, 20), paths.slice(20)]) {
    await world.changeLive(Object.fromEntries(half.map((path) => [path, long])));
  }
  const client = world.server.context.services.getClient(world.caller);
  const sources = await readSources(client, SERVICE, paths.map(filePlaceOf));
  expect([...sources.keys()].toSorted()).toEqual(paths.toSorted());
});
