import { createKeyRequest } from '@atrium/contract/access-keys/key-request';
import { getUser } from '@atrium/contract/accounts/user';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { CallCounts } from './call-counts.ts';

const GENERAL = 3000;
const SOON = { timeout: 20_000, interval: 50 };
const STRICT = createKeyRequest.callsPerMinute ?? 0;

/** Two processes on one database. */
async function startTwo() {
  const database = await createTestDatabase();
  const first = await startTestApp({ database });
  const second = await startTestApp({ database: { ...database, drop: async () => {} } });
  return {
    first,
    second,
    async [Symbol.asyncDispose]() {
      await second[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
    },
  };
}

async function statusAt({ request }: TestApp, address: string) {
  return (await request(getUser, {}, { headers: { 'x-forwarded-for': address } })).statusCode;
}

test('calls of one address to all processes count together; another address has its own', async () => {
  await using processes = await startTwo();
  const { first, second } = processes;
  for (let call = 0; call < GENERAL / 2; call += 1) {
    await statusAt(first, '203.0.113.1');
    expect(await statusAt(second, '203.0.113.1')).not.toBe(429);
  }
  // Once a second each process hears what the other one has counted.
  await expect.poll(() => statusAt(first, '203.0.113.1'), SOON).toBe(429);
  await expect.poll(() => statusAt(second, '203.0.113.1'), SOON).toBe(429);
  expect(await statusAt(first, '203.0.113.2')).toBe(401);
  expect(await statusAt(second, '203.0.113.2')).toBe(401);

  for (const { clock } of [first, second]) clock.travel(60_000);
  expect(await statusAt(first, '203.0.113.1')).toBe(401);
  expect(await statusAt(second, '203.0.113.1')).toBe(401);
}, 60_000);

test('what is costly is counted in the database, and never exceeded by one call', async () => {
  await using processes = await startTwo();
  const { first, second } = processes;
  const ask = async ({ request }: TestApp) => (await request(createKeyRequest, { body: {} })).statusCode;
  const statuses = await Promise.all(
    Array.from({ length: 2 * STRICT }, (_, index) => ask(index % 2 === 0 ? first : second)),
  );
  expect(statuses.filter((status) => status !== 429)).toHaveLength(STRICT);
  // It is a count of its own.
  expect((await first.request(getUser, {})).statusCode).toBe(401);
});

test('addresses that called in a minute that is over are deleted', async () => {
  await using server = await startTestApp();
  const listed = () => server.context.db.selectFrom('callCounts').select('subject').execute();
  await server.request(createKeyRequest, { body: {} });
  expect(await listed()).toEqual([{ subject: '127.0.0.1 POST /auth/v1/key-request' }]);
  server.clock.travel(3 * 60_000);
  await server.request(getUser, {});
  await expect.poll(listed, SOON).toEqual([]);
});

test('whoever calls much is counted on beside any number of other addresses', async () => {
  await using server = await startTestApp();
  const counts = new CallCounts({ ...server.context, onError: () => {} });
  for (let call = 1; call <= GENERAL / 10; call += 1) await counts.count('busy', GENERAL);
  for (let other = 0; other < 50_000; other += 1) await counts.count(`other ${other}`, GENERAL);
  expect(await counts.count('busy', GENERAL)).toBe(GENERAL / 10 + 1);
  expect(await counts.count('other 0', GENERAL)).toBe(1);
  await counts.close();
});
