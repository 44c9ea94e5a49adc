import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { editFiles } from '@atrium/contract/configuration/edit';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startPlatform } from '../../test/shipped-services.ts';
import { ConfiguredServices } from './configured-services.service.ts';
import { checksumsOf } from './live-configuration.ts';
import { insertPull } from './pull/pull.repository.ts';
import { upsertExchange } from './versions/exchange.repository.ts';

// Waiting as long as calls of a service may take would end the test first.
test('a service that takes calls and answers none is asked once, and holds up no other one', async () => {
  await using server = await startPlatform();
  await using service = await startScriptedService('shop', {});
  await server.context.services.register(service.address);
  service.isSilent = true;
  const caller = await buildUser(server.context);
  const { services } = await server.call(listConfiguredServices, {}, { as: caller });
  const found = Object.fromEntries(services.map(({ serviceId, version }) => [serviceId, version]));
  expect(found).toMatchObject({ 'hyper-dispatch': 1, content: 1, shop: null });
  expect(service.users).toEqual([caller.userId]);
});

test('git is as it was exchanged only as far as someone has looked within a day', async () => {
  await using server = await startPlatform();
  const { db, random } = server.context;
  const caller = await buildUser(server.context);
  const { domainId, userId } = caller;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600 * 1000);
  const branch = {
    domainId,
    gitUrl: 'https://git.example.com/shop',
    branch: 'main',
    commitSha: 'a'.repeat(40),
  };
  const exchange = (exchangedOn: Date) =>
    upsertExchange(db, {
      ...branch,
      id: random.id(),
      serviceId: 'hyper-dispatch',
      userId,
      direction: 'PULL',
      version: 1,
      submittedVersion: 1,
      exchangedOn,
      checksums: { 'functions/greet.js': 'b'.repeat(40) },
    });
  const pullUntil = (expiresOn: Date, more: { commitSha?: string; askedServices?: string[] } = {}) =>
    insertPull(db, {
      ...branch,
      ...more,
      id: random.id(),
      userId,
      createdOn: hoursAgo(23),
      expiresOn,
      ignored: [],
      contentsState: 'COMPLETE',
      contentsError: null,
      unreadable: {},
      lastCommitsState: 'COMPLETE',
      lastCommits: null,
      touchedOn: hoursAgo(23),
      manifest: Buffer.alloc(0),
    });
  const behind = async () => {
    const { services } = await server.call(listConfiguredServices, {}, { as: caller });
    return services.find(({ serviceId }) => serviceId === 'hyper-dispatch')?.behind;
  };
  await exchange(hoursAgo(23));
  expect(await behind()).toBe(0);
  await db
    .updateTable('exchanges')
    .set({ exchangedOn: hoursAgo(25) })
    .execute();
  await pullUntil(hoursAgo(0));
  expect(await behind()).toBeNull();
  await pullUntil(hoursAgo(-1));
  expect(await behind()).toBe(0);
  // A newer one of another service says nothing of this one.
  await db.deleteFrom('pulls').execute();
  const commitSha = 'c'.repeat(40);
  await pullUntil(hoursAgo(-1), { commitSha, askedServices: ['content'] });
  expect(await behind()).toBeNull();
  await pullUntil(hoursAgo(-1), { commitSha, askedServices: ['hyper-dispatch'] });
  expect(await behind()).toBe(1);
});

test('what is ahead of git is counted on from the version before, and again by a process that knows none', async () => {
  await using server = await startPlatform();
  const { context } = server;
  const caller = await buildUser(context);
  const params = { serviceId: 'hyper-dispatch' };
  const client = context.services.getClient(caller);
  const readLive = () => client.call(params.serviceId, exportMetadata, { query: {} });
  const ahead = async () => {
    const { services } = await server.call(listConfiguredServices, {}, { as: caller });
    return services.find(({ serviceId }) => serviceId === params.serviceId)?.ahead;
  };
  const edit = async (contents: Record<string, string | null>) => {
    const live = checksumsOf(await readLive());
    const files = Object.entries(contents).map(([name, content]) => {
      return { folderPath: 'functions', name, content, checksum: live.get(`functions/${name}`) ?? null };
    });
    await server.call(editFiles, { params, body: { files } }, { as: caller });
  };
  const exchanged = checksumsOf(await readLive());
  exchanged.set('functions/greet.js', blobId('git'));
  exchanged.set('functions/gone.js', blobId('gone'));
  exchanged.delete('functions/orders/create.js');
  await upsertExchange(context.db, {
    domainId: caller.domainId,
    ...params,
    gitUrl: 'https://git.example.com/shop',
    branch: 'main',
    commitSha: 'a'.repeat(40),
    id: context.random.id(),
    userId: caller.userId,
    direction: 'PULL',
    version: 1,
    submittedVersion: 1,
    exchangedOn: new Date(),
    checksums: Object.fromEntries(exchanged),
  });
  expect(await ahead()).toBe(3);
  await edit({ 'greet.js': 'git', 'gone.js': 'not yet', 'new.js': 'new' });
  expect(await ahead()).toBe(3);
  await edit({ 'gone.js': 'gone' });
  await edit({ 'new.js': 'newer' });
  expect(await Promise.all([ahead(), ahead()])).toEqual([2, 2]);
  await edit({ 'new.js': null, 'greet.js': null });
  expect(await ahead()).toBe(2);
  await server.call(
    returnToVersion,
    { params: { ...params, version: 2 }, body: { baseVersion: 5 } },
    { as: caller },
  );
  expect(await ahead()).toBe(3);
  const other = new ConfiguredServices({ ...context, people: context.accounts.people });
  const services = await other.list(caller);
  expect(services.find(({ serviceId }) => serviceId === params.serviceId)?.ahead).toBe(3);
});
