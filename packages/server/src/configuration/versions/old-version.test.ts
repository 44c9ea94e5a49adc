import { deleteVersions, listServiceVersions } from '@atrium/contract/configuration/old-versions';
import { listLimits } from '@atrium/contract/limits/limits';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { type PlatformApp, startPlatform } from '../../../test/shipped-services.ts';
import type { Caller } from '../../http/caller.ts';
import { upsertExchange } from './exchange.repository.ts';

const serviceId = 'hyper-dispatch';

let server: PlatformApp;
let owner: Caller;
beforeAll(async () => {
  server = await startPlatform();
  owner = await buildUser(server.context);
  const client = server.context.services.getClient(owner);
  for (let round = 0; round < 14; round += 1) {
    const { version } = await client.call(serviceId, exportMetadata, { query: {} });
    const file = { name: 'changing.js', action: 'remote' as const, content: `// ${round}`.padEnd(5000) };
    const body = { baseVersion: version, folders: [{ name: 'functions', files: [file] }] };
    await client.call(serviceId, importConfiguration, { body });
  }
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

const remove = (before: number, as = owner) =>
  server.request(deleteVersions, { body: { serviceId, before } }, { as });
const listed = async (as = owner) =>
  (await server.call(listServiceVersions, {}, { as })).find((each) => each.serviceId === serviceId);

test('the oldest versions are deleted, never the live one nor the base of merges, and room is made', async () => {
  expect(await listed()).toMatchObject({
    oldestVersion: 1,
    liveVersion: 15,
    neededFrom: 15,
    offeredBefore: 6,
  });
  const { db, random, clock } = server.context;
  await db.transaction().execute((transaction) =>
    upsertExchange(transaction, {
      id: random.id(),
      domainId: owner.domainId,
      serviceId,
      gitUrl: 'https://git.example/shop.git',
      branch: 'main',
      commitSha: 'a'.repeat(40),
      direction: 'PULL',
      version: 4,
      submittedVersion: 5,
      exchangedOn: clock.now(),
      userId: owner.userId,
      checksums: {},
    }),
  );
  expect(await listed()).toMatchObject({ neededFrom: 4, offeredBefore: 4 });
  const refused = await remove(5);
  expect(refused.json()).toMatchObject({
    status: 422,
    message: expect.stringContaining('Version 4 of Functions is still needed: it is live, '),
  });
  const usedBefore = await historyOf(owner);
  const deleted = await remove(4);
  expect(deleted.json()).toMatchObject({ deletedVersions: 3 });
  expect(await historyOf(owner)).toBe(usedBefore - deleted.json().freedBytes);
  expect(await listed()).toMatchObject({ oldestVersion: 4, offeredBefore: 4 });
  const entries = await db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', owner.domainId)
    .where('action', '=', 'configuration.delete-versions')
    .execute();
  expect(entries).toEqual([{ message: 'Deleted the versions of Functions before version 4' }]);
});

test('a domain deletes its own versions only, and only through the platform', async () => {
  const stranger = await buildUser(server.context);
  expect((await remove(1, stranger)).json()).toMatchObject({ deletedVersions: 0 });
  expect(await listed()).toMatchObject({ liveVersion: 15 });
  const { token } = await server.context.tokens.issueAccessToken(owner);
  const direct = await server.app.inject({
    method: 'POST',
    url: `/services/${serviceId}/versions/delete-before`,
    headers: { authorization: `Bearer ${token}` },
    payload: { before: 15 },
  });
  expect(direct.json()).toMatchObject({
    status: 403,
    message: 'Old versions are deleted through the platform.',
  });
});

async function historyOf(as: Caller): Promise<number> {
  const limits = await server.call(listLimits, {}, { as });
  return limits.find(({ name }) => name === 'historyBytes')?.used ?? 0;
}
