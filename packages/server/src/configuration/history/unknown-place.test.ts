import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getFileDeletion, getFileHistory } from '@atrium/contract/configuration/file-history';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';

vi.setConfig({ testTimeout: 60_000 });

const content = '1;\n';
const checksum = blobId(content);
const version = {
  version: 2,
  parent: 1,
  createdOn: '2026-11-24T12:00:00.000Z',
  author: null,
  message: '',
  commitSha: null,
  filesCount: 1,
  changesCount: 2,
};
const file = (name: string, type: string, before: string | null, after: string | null) => {
  return { folderPath: 'functions', name, type, before, after };
};

let world: ConfigurationWorld;
/** Names of files whose contents were asked for. */
const asked: string[] = [];
/** A service that says where a file was before, and knows no contents there; nor does it send the sources of a version. */
const service = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const json = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (request.url === '/versions/file/deletion') {
    json({ version: { ...version, version: 3, parent: 2 }, liveVersion: 3 });
    return;
  }
  if (request.url === '/versions/2/diff/3') {
    const other = blobId('2;\n');
    json({
      from: 2,
      to: 3,
      files: [file('new.js', 'DELETED', checksum, null), file('b.js', 'NEW', null, other)],
    });
    return;
  }
  if (request.method === 'GET') {
    const files = [file('old.js', 'DELETED', checksum, null), file('new.js', 'NEW', null, checksum)];
    json({ from: 1, to: 2, files });
    return;
  }
  const { name } = JSON.parse(await text(request)) as { name?: string };
  if (name === undefined) {
    response.writeHead(500).end();
    return;
  }
  asked.push(name);
  json({
    content: name === 'new.js' ? [{ version, checksum, content }] : [],
    hasMore: false,
  });
}

beforeAll(async () => {
  world = await startConfigurationWorld();
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { db, clock } = world.server.context;
  const { port } = service.address() as AddressInfo;
  const place = { id: 'vague', name: 'Vague', groupName: 'Apps', address: `http://127.0.0.1:${port}` };
  const kind = { hasUi: false, isShipped: false, isTrusted: false, registeredOn: clock.now() };
  await db
    .insertInto('services')
    .values({ ...place, ...kind })
    .execute();
  world.server.context.services.forgetKnown();
});

afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await world[Symbol.asyncDispose]();
});

test('a history ends where the service knows nothing of the place that it names', async () => {
  const { server, caller } = world;
  const history = await server.call(
    getFileHistory,
    { params: { serviceId: 'vague' }, query: { folderPath: 'functions', name: 'new.js' } },
    { as: caller },
  );
  expect(history).toMatchObject({ content, isWhole: false, versions: [{ version: 2 }] });
  expect(asked).toEqual(['new.js', 'old.js']);
});

test('who deleted a file is known also where it cannot be read whether it was moved', async () => {
  const deletion = await world.server.call(
    getFileDeletion,
    { params: { serviceId: 'vague' }, query: { folderPath: 'functions', name: 'new.js' } },
    { as: world.caller },
  );
  expect(deletion).toMatchObject({ version: { version: 3 }, movedTo: null, isMoveKnown: false });
});
