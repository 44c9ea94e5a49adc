import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { countWaitingForLocks } from '../../../test/locked-table.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Store } from '../../database/schema.ts';
import {
  deleteUnusedContents,
  insertContents,
  listMissingContents,
  USE_NOTED_AFTER_MS,
  updateContentsUsed,
} from './remote-content.repository.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
const contentOf = (checksum: string) => [checksum, Buffer.from(checksum)] as const;

let server: TestApp;
let db: Store;
let domainId: string;
let now: Date;

beforeAll(async () => {
  server = await startTestApp();
  db = server.context.db;
  now = server.clock.now();
  ({ domainId } = await buildUser(server.context));
  await insertContents(db, domainId, [C, B, A].map(contentOf), now);
});

afterAll(() => server[Symbol.asyncDispose]());

/** So long after the last use that another one is noted. */
function passTime(): Date {
  now = new Date(now.getTime() + 2 * USE_NOTED_AFTER_MS);
  return now;
}

/** Runs work while someone else uses one content. */
function whileUsed(checksum: string, work: () => Promise<void>): Promise<void> {
  passTime();
  return server.context.db.transaction().execute(async (transaction) => {
    await updateContentsUsed(transaction, domainId, [checksum], now);
    await work();
  });
}

const waitingForLocks = () => countWaitingForLocks(db);

test.each([
  ['inserted', () => insertContents(db, domainId, [C, A].map(contentOf), now)],
  ['touched', () => updateContentsUsed(db, domainId, [C, A], passTime())],
])(
  'contents that are %s by two pulls at once are locked in one order: neither waits for ever',
  async (_, work) => {
    const both: Promise<void>[] = [];
    await whileUsed(B, async () => {
      // It has the first, and waits for the second.
      both.push(insertContents(db, domainId, [A, B, C].map(contentOf), now));
      await expect.poll(waitingForLocks).toBe(1);
      // Had it taken the third before the first, each would have what the other one needs.
      both.push(work());
      await expect.poll(waitingForLocks).toBe(2);
    });
    await Promise.all(both);
  },
);

test('tells which contents are missing, in the order in which they are asked for, however many', async () => {
  const others = Array.from({ length: 25_000 }, (_, index) => String(index).padStart(40, '0'));
  expect(await listMissingContents(db, domainId, [A, ...others, B])).toEqual(others);
  expect(await listMissingContents(db, domainId, [])).toEqual([]);
});

test('contents that are used at the moment are not forgotten with the others, however many go at once', async () => {
  await whileUsed(B, () => deleteUnusedContents(db, new Date(now.getTime() + 1), 1));
  expect(await listMissingContents(db, domainId, [A, B, C])).toEqual([A, C]);
});

test('a use is not noted again within an hour', async () => {
  const usedOn = async () => {
    const row = await db
      .selectFrom('remoteContents')
      .select('usedOn')
      .where('checksum', '=', B)
      .executeTakeFirst();
    return row?.usedOn;
  };
  const first = await usedOn();
  await updateContentsUsed(db, domainId, [B], new Date(Number(first) + USE_NOTED_AFTER_MS));
  expect(await usedOn()).toEqual(first);
  const after = new Date(Number(first) + USE_NOTED_AFTER_MS + 1);
  await updateContentsUsed(db, domainId, [B], after);
  expect(await usedOn()).toEqual(after);
});
