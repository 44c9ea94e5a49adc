import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { importBodies } from '@atrium/contract/configuration/import';
import { pull } from '@atrium/contract/configuration/pull';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { commitFiles } from '../../../test/git-repository.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let isAway = false;
/** A service that can be read, unless it is away, and breaks the connection off when it is changed. */
const service = createServer((request, response) => {
  if (isAway || !request.url?.startsWith('/export/metadata')) return void request.socket.destroy();
  const live = { version: 1, folders: [], defaultActions: {} };
  return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(live));
});

beforeAll(async () => {
  world = await startConfigurationWorld();
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  service.close();
  await world[Symbol.asyncDispose]();
});

test('an import that the service did not answer is not called one that changed nothing', async () => {
  const { server, caller } = world;
  const { db, clock } = server.context;
  const { port } = service.address() as AddressInfo;
  const place = { id: 'mute', name: 'Mute', groupName: 'Apps', address: `http://127.0.0.1:${port}` };
  const kind = { hasUi: false, isShipped: false, isTrusted: false, registeredOn: clock.now() };
  await db
    .insertInto('services')
    .values({ ...place, ...kind })
    .execute();
  server.context.services.forgetKnown();
  const body = JSON.stringify({ functions: [{ name: 'new', source: '1;\n' }] });
  const { results } = await server.call(
    importBodies,
    { body: { confirmed: [{ serviceId: 'mute', body, baseVersion: 1 }] } },
    { as: caller },
  );
  expect(results).toMatchObject([{ serviceId: 'mute', status: 'ERROR', isOutcomeUnknown: true }]);
  isAway = true;
  const unread = await server.call(
    importBodies,
    { body: { confirmed: [{ serviceId: 'mute', body, baseVersion: 1 }] } },
    { as: caller },
  );
  expect(unread.results[0]?.error?.localizedMessage).toBe('Mute cannot be reached.');
  expect(unread.results[0]).not.toHaveProperty('isOutcomeUnknown');
  // Import Everything compares the others.
  await commitFiles(await world.repositoryOfLive('away'), { 'mute/functions/new.js': '1;\n' });
  const request = { body: world.gitRequest('away', { sendImportRequests: true }) };
  const pulled = await server.call(pull, request, { as: caller });
  expect(pulled.results?.map(({ serviceId }) => serviceId)).toEqual(['hyper-dispatch']);
  expect(pulled.unread).toEqual([
    { serviceId: 'mute', serviceName: 'Mute', error: { localizedMessage: 'Mute cannot be reached.' } },
  ]);
  // Nor is a submit of chosen files one that may have been made, while the service can only not be read.
  const folders = [{ name: 'functions', files: [{ name: 'new.js', action: 'remote' as const }] }];
  const chosen = { body: { uuid: pulled.uuid, serviceId: 'mute', baseVersion: 1, folders } };
  const read = await server.request(confirmPull, chosen, { as: caller });
  expect([read.statusCode, read.json().details]).toEqual([503, { isNothingDone: true }]);
  expect(read.headers).toHaveProperty('retry-after');
  isAway = false;
  const written = await server.request(confirmPull, chosen, { as: caller });
  expect(written.statusCode).toBe(503);
  expect(written.json()).not.toHaveProperty('details');
  const refused = await server.call(
    importBodies,
    { body: { confirmed: [{ serviceId: 'hyper-dispatch', body: '[]', baseVersion: 1_000_000 }] } },
    { as: caller },
  );
  expect(refused.results[0]).toMatchObject({ status: 'ERROR' });
  expect(refused.results[0]).not.toHaveProperty('isOutcomeUnknown');
});
