import { createServer } from 'node:http';
import { toPagedResult } from '@atrium/contract/paging';
import type { ConfigurationVersion } from '@atrium/contract/service-api/versions/version';
import { MAX_SEARCHED_VERSIONS } from '@atrium/contract/test-runs/change-search';
import { expect, test } from 'vitest';
import { createServiceClient } from '../../services/service-client.ts';
import { listChanges } from './list-changes.ts';

const START = Date.parse('2026-11-21T10:00:00Z');

/** One second after the other. */
function version(number: number): ConfigurationVersion {
  return {
    version: number,
    parent: number === 1 ? null : number - 1,
    createdOn: new Date(START + 1000 * number).toISOString(),
    author: null,
    message: '',
    commitSha: null,
    filesCount: 1,
    changesCount: 1,
  };
}

/** A service with these versions, of which those before the oldest are deleted. */
async function listOf({ oldest, newest, passed }: { oldest: number; newest: number; passed: number }) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://shop');
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
    const last = newest - page * size;
    const count = Math.max(0, Math.min(size, last - oldest + 1));
    const content = Array.from({ length: count }, (_, at) => version(last - at));
    const total = newest - oldest + 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(toPagedResult(content, total, { page, size })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const service = { id: 'shop', name: 'Shop', address: `http://127.0.0.1:${port}` };
  const client = createServiceClient(
    async () => service,
    async () => undefined,
  );
  const at = (number: number) => ({
    startedOn: new Date(START + 1000 * number),
    versions: new Map([['shop', number]]),
  });
  try {
    const { base, changes } = await listChanges(client, ['shop'], at(passed), at(newest));
    return { base: base['shop'], count: changes.length };
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const MOST = MAX_SEARCHED_VERSIONS;
const TOO_MANY = `More than ${MOST} versions were made since this test last passed.`;
const DELETED = 'The versions of shop with which this test last passed have been deleted.';

test.each([
  ['as many versions as are searched', { oldest: 1, newest: MOST + 1, passed: 1 }, { base: 1, count: MOST }],
  ['one more', { oldest: 1, newest: MOST + 2, passed: 1 }, TOO_MANY],
  ['more than are read', { oldest: 1, newest: MOST + 500, passed: 100 }, TOO_MANY],
  ['the version that passed deleted', { oldest: 10, newest: 30, passed: 5 }, DELETED],
  ['a test that passed with the first version', { oldest: 1, newest: 3, passed: 1 }, { base: 1, count: 2 }],
])('%s', async (_, versions, outcome) => {
  expect(await listOf(versions)).toEqual(outcome);
});
