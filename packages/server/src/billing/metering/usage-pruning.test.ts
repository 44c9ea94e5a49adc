import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { whileLocked } from '../../../test/locked-table.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { priceCalls } from '../../../test/prices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { listMonthsWithParts } from './usage-part.repository.ts';

const DAY_MS = 86_400_000;

/** Each test has bills of its own. */
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp();
  await priceCalls(server);
});
afterEach(() => server[Symbol.asyncDispose]());

const meter = (customer: Caller, day: string, calls = 100) =>
  meterFunctions(server.context, customer, new Map([['tea', calls]]), { day, version: 1 });

/** Of both people, days of which single events are there. */
async function daysLeft(customer: Caller): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('usageEvents')
    .select('billedDay')
    .where('domainId', '=', customer.domainId)
    .orderBy('billedDay')
    .execute();
  return rows.map(({ billedDay }) => billedDay);
}

test('only what was billed and paid long ago goes; sums stay, and what is gone never counts again', async () => {
  const { billing, db } = server.context;
  const [solvent, debtor] = [await buildUser(server.context), await buildUser(server.context)];
  for (const customer of [solvent, debtor])
    for (const day of ['2025-01-05', '2025-02-05', '2026-10-05', '2026-11-05']) await meter(customer, day);
  // Nothing is invoiced yet, however old it is.
  expect(await billing.usagePruning.deleteOld()).toBe(0);
  expect(await daysLeft(solvent)).toHaveLength(4);
  for (const month of ['2025-01', '2025-02', '2026-10']) await billing.monthClose.closeMonth(month);
  // Nothing is paid yet.
  expect(await billing.usagePruning.deleteOld()).toBe(0);
  await db
    .updateTable('invoices')
    .set({ paidOn: server.clock.now() })
    .where('domainId', '=', solvent.domainId)
    .execute();
  const listSums = () =>
    db
      .selectFrom('usageDays')
      .select(['payerId', 'day', 'calls'])
      .orderBy('day')
      .orderBy('payerId')
      .execute();
  const sums = await listSums();
  // One at a time, as if there were too many for one transaction.
  expect(await billing.usagePruning.deleteOld(undefined, 1)).toBe(2);
  expect(await daysLeft(solvent)).toEqual(['2026-10-05', '2026-11-05']);
  expect(await daysLeft(debtor)).toHaveLength(4);
  expect(await listSums()).toEqual(sums);
  // A service that sends an old event again, or for the first time, finds it refused and kept for the operator.
  await meter(solvent, '2025-01-05');
  await meter(solvent, '2026-11-05');
  expect(await daysLeft(solvent)).toEqual(['2026-10-05', '2026-11-05', '2026-11-05']);
  const rejections = await db.selectFrom('usageRejections').select('reason').execute();
  expect(rejections).toEqual([{ reason: 'It is from before 2025-10-17.' }]);
  expect(await billing.usagePruning.deleteOld()).toBe(0);
});

test('a month of use goes as a whole when nothing in it is needed or read, and otherwise event by event', async () => {
  const { billing, db } = server.context;
  const [solvent, debtor] = [await buildUser(server.context), await buildUser(server.context)];
  server.clock.travel(90 * DAY_MS);
  for (const day of ['2026-11-05', '2026-12-05', '2027-01-05']) await meter(solvent, day);
  await meter(debtor, '2026-12-06');
  await billing.usageParts.createMissing();
  for (const month of ['2026-11', '2026-12', '2027-01']) await billing.monthClose.closeMonth(month);
  await db
    .updateTable('invoices')
    .set({ paidOn: server.clock.now() })
    .where('domainId', '!=', debtor.domainId)
    .where('paidOn', 'is', null)
    .execute();
  server.clock.travel(460 * DAY_MS);
  const months = async () => (await listMonthsWithParts(db)).filter((month) => month < '2027-02');
  expect(await months()).toEqual(['2026-11', '2026-12', '2027-01']);
  // A backup reads November, and in December someone owes something: of each one goes alone.
  const prune = async () => expect(await billing.usagePruning.deleteOld()).toBe(2);
  await whileLocked(server.connection, 'usage_events_202611', prune, 'access share');
  expect(await daysLeft(solvent)).toEqual([]);
  expect(await daysLeft(debtor)).toEqual(['2026-12-06']);
  expect(await months()).toEqual(['2026-11', '2026-12']);
  expect(await billing.usagePruning.deleteOld()).toBe(0);
  expect(await months()).toEqual(['2026-12']);
  expect(await daysLeft(debtor)).toEqual(['2026-12-06']);
});

test('versions of sums go with the events, month by month, whether anyone has paid or not; the sums stay', async () => {
  const { billing, db } = server.context;
  const customer = await buildUser(server.context);
  for (const day of ['2025-08-05', '2025-09-30', '2025-10-05', '2025-10-20']) await meter(customer, day);
  // Another version of the same day, and usage of no known version.
  for (const version of [2, undefined])
    await meterFunctions(server.context, customer, new Map([['tea', 100]]), { day: '2025-08-05', version });
  // What is from before October 17 goes, and of October all stays.
  await billing.usagePruning.deleteOld();
  const days = await db
    .selectFrom('usageDays')
    .select(['day', 'version', 'calls'])
    .where('domainId', '=', customer.domainId)
    .orderBy('day')
    .execute();
  expect(days.map(({ day, version, calls }) => [day, version, calls])).toEqual([
    ['2025-08-05', -1, 300],
    ['2025-09-30', -1, 100],
    ['2025-10-05', 1, 100],
    ['2025-10-20', 1, 100],
  ]);
  expect(await daysLeft(customer)).toHaveLength(6);
});
