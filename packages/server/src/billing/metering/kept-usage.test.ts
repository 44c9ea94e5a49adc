import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { priceCalls } from '../../../test/prices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { addDays, utcDay } from '../../utc.ts';
import { UsagePruning } from './usage-pruning.service.ts';

const DAY_MS = 86_400_000;
const CUSTOMERS = 3;
const MONTHS = 3;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await priceCalls(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const world = fc.record({
  uses: fc.array(
    fc.record({
      customer: fc.nat(CUSTOMERS - 1),
      month: fc.nat(MONTHS - 1),
      day: fc.integer({ min: 1, max: 28 }),
      calls: fc.integer({ min: 1, max: 9_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  /** So many of the months are closed before events are deleted. */
  closed: fc.nat(MONTHS),
  /** Of which customer and month the invoice is paid. */
  paid: fc.array(fc.tuple(fc.nat(CUSTOMERS - 1), fc.nat(MONTHS - 1)), { maxLength: 9 }),
  daysLater: fc.nat(700),
  eventDays: fc.integer({ min: 60, max: 500 }),
  atOnce: fc.constantFrom(1, 3, 1_000),
  /** Whether each month of use has a table of its own by then. */
  hasParts: fc.boolean(),
});

/** The running month and those after it. */
function nextMonths(): string[] {
  const now = server.clock.now();
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
  );
}

async function countLeft(customer: Caller): Promise<Record<string, number>> {
  const rows = await server.context.db
    .selectFrom('usageEvents')
    .select(['billedDay', ({ fn }) => fn.sum<number>('quantity').as('calls')])
    .where('domainId', '=', customer.domainId)
    .groupBy('billedDay')
    .execute();
  return Object.fromEntries(rows.map(({ billedDay, calls }) => [billedDay, Number(calls)]));
}

const listInvoices = (customer: Caller) =>
  server.context.db
    .selectFrom('invoices')
    .select(['id', 'month', 'grandTotalCents', 'discountCents', 'paidOn'])
    .where('domainId', '=', customer.domainId)
    .execute();

test('no event that is not billed, not paid or not old is ever deleted, every other is, and bills stay right', async () => {
  const { billing, db } = server.context;
  await fc.assert(
    fc.asyncProperty(world, async ({ uses, closed, paid, daysLater, eventDays, atOnce, hasParts }) => {
      const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => buildUser(server.context)));
      const months = nextMonths();
      server.clock.travel(100 * DAY_MS);
      const used = uses.map(({ customer, month, day, calls }) => ({
        customer,
        month: months[month] as string,
        day: `${months[month]}-${String(day).padStart(2, '0')}`,
        calls,
      }));
      for (const { customer, day, calls } of used)
        await meterFunctions(server.context, customers[customer] as Caller, new Map([['tea', calls]]), {
          day,
        });
      if (hasParts) await billing.usageParts.createMissing();
      for (const month of months.slice(0, closed)) await billing.monthClose.closeMonth(month);
      for (const [customer, month] of paid)
        await db
          .updateTable('invoices')
          .set({ paidOn: server.clock.now() })
          .where('domainId', '=', (customers[customer] as Caller).domainId)
          .where('month', '=', months[month] as string)
          .execute();
      server.clock.travel(daysLater * DAY_MS);
      const before = addDays(utcDay(server.clock.now()), -eventDays);
      await new UsagePruning({ db, clock: server.clock, eventDays }).deleteOld(undefined, atOnce);

      for (const [index, customer] of customers.entries()) {
        const invoices = await listInvoices(customer);
        const isOwed = (month: string) =>
          invoices.some(
            (invoice) =>
              invoice.month === month &&
              invoice.paidOn === null &&
              invoice.grandTotalCents > invoice.discountCents,
          );
        const left: Record<string, number> = {};
        for (const { month, day, calls } of used.filter((use) => use.customer === index))
          if (!months.slice(0, closed).includes(month) || isOwed(month) || day >= before)
            left[day] = (left[day] ?? 0) + calls;
        expect(await countLeft(customer)).toEqual(left);
      }

      for (const month of months.slice(closed)) await billing.monthClose.closeMonth(month);
      for (const [index, customer] of customers.entries()) {
        const cents = Map.groupBy(
          used.filter((use) => use.customer === index),
          ({ month }) => month,
        );
        const billed = (await listInvoices(customer)).map(({ month, grandTotalCents }) => [
          month,
          grandTotalCents,
        ]);
        expect(Object.fromEntries(billed)).toEqual(
          Object.fromEntries(
            [...cents].map(([month, own]) => [month, own.reduce((sum, { calls }) => sum + calls, 0)]),
          ),
        );
      }
    }),
    { numRuns: 30 },
  );
}, 120_000);
