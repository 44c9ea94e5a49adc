import { pull } from '@atrium/contract/configuration/pull';
import { listLimits } from '@atrium/contract/limits/limits';
import { expect, test } from 'vitest';
import { startConfigurationWorld } from '../../../test/configuration-world.ts';

test('neither a pull above the limit of a day counts for it, nor one that is sent again', async () => {
  await using world = await startConfigurationWorld();
  const { server, caller } = world;
  await world.repositoryOfLive('shop');
  await server.context.limits.update(caller, caller.domainId, { name: 'pullsPerDay', limit: 2 });
  const pullWith = async (progress: string) =>
    (await server.request(pull, { body: { ...world.gitRequest('shop'), progress } }, { as: caller }))
      .statusCode;
  const countToday = async () =>
    (await server.call(listLimits, {}, { as: caller })).find(({ name }) => name === 'pullsPerDay')?.used;

  const id = crypto.randomUUID();
  expect([await pullWith(id), await pullWith(id)]).toEqual([200, 409]);
  expect(await countToday()).toBe(1);
  expect(await pullWith(crypto.randomUUID())).toBe(200);
  expect(await pullWith(crypto.randomUUID())).toBe(429);
  expect(await countToday()).toBe(2);
});
