import type { MetricUsage, ServiceUsage } from '@atrium/contract/billing/usage';
import type { Measure } from '@atrium/contract/pricing/measure';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import type { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';
import { daysOfMonth, utcDay } from '../../utc.ts';
import { ALL_USERS } from '../metering/usage-day.repository.ts';
import { insertCreditEntries } from '../wallet/credit.repository.ts';
import { insertBillingPeriod, listDueMonths } from './billing-period.repository.ts';
import { MonthClose } from './month-close.service.ts';
import { rateUsage, type UsedQuantity } from './rating.ts';

const SERVICE = 'shop';
const measures: Measure[] = ['COUNTER', 'MEMORY', 'TIMER'];
const metrics = ['calls', 'events'];
/** Each run has its own month; the clock of the tests is set to November 2026. */
const months = Array.from({ length: 60 }, (_, index) =>
  new Date(Date.UTC(2021, index, 1)).toISOString().slice(0, 7),
);

let server: TestApp;
let people: Caller[];
/** A customer with two child users, and three alone. */
beforeAll(async () => {
  server = await startTestApp();
  const parent = await buildUser(server.context);
  const child = () => buildUser(server.context, { domainId: parent.domainId, parentId: parent.userId });
  people = [parent, await child(), await child()];
  for (let count = 0; count < 3; count += 1) people.push(await buildUser(server.context));
});
afterAll(() => server[Symbol.asyncDispose]());

const customerOf = ({ parentId, userId }: Caller) => parentId ?? userId;

const use = fc.record({
  person: fc.nat(5),
  metric: fc.constantFrom(...metrics),
  target: fc.constantFrom('live', 'test', 'orders/create', 'orders/list', 'greet'),
  type: fc.constantFrom(...measures),
  day: fc.integer({ min: 1, max: 28 }),
  quantity: fc.nat(1_000_000),
});
const price = fc.record({
  metric: fc.constantFrom(...metrics),
  target: fc.constantFrom('*', '*', 'test', 'greet'),
  measure: fc.constantFrom(...measures),
  day: fc.integer({ min: 1, max: 28 }),
  cents: fc
    .tuple(fc.nat(20), fc.nat(999))
    .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`),
  units: fc.integer({ min: 1, max: 10_000 }),
});
const world = fc.record({
  uses: fc.array(use, { minLength: 1, maxLength: 40 }),
  prices: fc.array(price, { maxLength: 6 }),
  credits: fc.array(
    fc.record({
      person: fc.constantFrom(0, 3, 4, 5),
      cents: fc.integer({ min: 1, max: 40_000 }),
      /** So many months after the one that is closed. */
      expiresIn: fc.constantFrom(undefined, -1, 0, 1, 2),
    }),
    {
      maxLength: 4,
    },
  ),
  /** Of which uses a batch is made; some come in several batches, as after a lost answer. */
  batches: fc.array(fc.array(fc.nat(39), { minLength: 1, maxLength: 20 }), { maxLength: 5 }),
  /** After how many ids the process is gone, again and again. */
  deaths: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
});

test('the sums by day are the events, and a month closed in pieces is what its usage and prices say', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ uses, prices, credits, batches, deaths }) => {
      const month = months[run++] ?? '';
      await setPrices(month, prices);
      await giveCredits(month, credits);
      const events = uses.map((one, index) => toEvent(one, month, `${month}-${index}`));
      for (const batch of [...batches, [...events.keys()]]) {
        const taken = batch.flatMap((index) => events[index] ?? []);
        if (taken.length > 0) await take(taken);
      }
      expect(await listDifferences()).toEqual([]);

      const expected = await expectedBills(events, month);
      const balances = await readBalances(month);
      await closeInPieces(month, deaths);
      // Again: nothing happens.
      expect(await server.context.billing.monthClose.closeMonth(month)).toEqual({ made: 0, failed: [] });
      // What comes late is billed on the first open day, and changes no closed month.
      const late = { ...(uses[0] as (typeof uses)[0]), quantity: 7_777 };
      for (const id of [`${month}-late`, `${month}-again-late`]) await take([toEvent(late, month, id)]);
      expect(await listDifferences()).toEqual([]);

      const invoices = await server.context.db
        .selectFrom('invoices')
        .selectAll()
        .where('month', '=', month)
        .orderBy('userId')
        .execute();
      expect(invoices.map(({ userId }) => userId)).toEqual([...expected.keys()].sort());
      for (const { userId, grandTotalCents, discountCents, services, paidOn } of invoices) {
        const bill = expected.get(userId);
        expect(services.map(withoutFunctions)).toEqual(bill?.services);
        for (const { metrics: entries } of services) for (const entry of entries) expectSharesAddUp(entry);
        expect(grandTotalCents).toBe(bill?.grandTotalCents);
        const lines = services.flatMap((service) => service.metrics.flatMap((metric) => metric.usage));
        expect(grandTotalCents).toBe(lines.reduce((sum, { cents }) => sum + cents, 0));
        expect(discountCents).toBe(Math.min(grandTotalCents, balances.get(userId) ?? 0));
        expect(paidOn !== null).toBe(discountCents === grandTotalCents);
      }
      await expectGaplessNumbers(month.slice(0, 4));
      await expectNoCentLost(month);
    }),
    { numRuns: 40 },
  );
}, 240_000);

test('a customer whose invoice fails keeps no other from theirs, and closing again completes the month', async () => {
  const { db, billing } = server.context;
  await billing.monthClose.closeDueMonths();
  const month = '2026-07';
  const customers = [people[0], people[3], people[4]] as Caller[];
  const events = customers.map((customer, index) =>
    toEvent({ ...plainUse, person: people.indexOf(customer) }, month, `f-${index}`),
  );
  await take(events);
  const [, broken] = customers;
  await failInvoices(broken);
  const { made, failed } = await billing.monthClose.closeMonth(month);
  expect(made).toBe(2);
  expect(failed).toEqual([{ month, userId: broken?.userId, reason: 'the disk of this customer is full' }]);
  // It is still due; the next month does not wait for it.
  expect((await billing.monthClose.closeDueMonths()).failed).toEqual(failed);
  await sql`drop trigger fail_invoice on invoices`.execute(db);
  expect(await billing.monthClose.closeDueMonths()).toEqual({ made: 1, failed: [] });
  expect(await billing.monthClose.closeDueMonths()).toEqual({ made: 0, failed: [] });
  await expectGaplessNumbers('2026');
});

test('months are closed in order, so that no usage is left behind', async () => {
  const { monthClose } = server.context.billing;
  await take([toEvent(plainUse, '2026-08', 'order-1'), toEvent(plainUse, '2026-09', 'order-2')]);
  await expect(monthClose.closeMonth('2026-09')).rejects.toThrow('2026-08 has usage and is not closed yet');
  expect(await monthClose.closeDueMonths()).toEqual({ made: 2, failed: [] });
  await expect(monthClose.closeMonth('2024-12')).rejects.toThrow('already closed');
});

test('a month without usage that was sealed and not finished is due', async () => {
  const { db, billing } = server.context;
  await insertBillingPeriod(db, '2020-12', new Date());
  expect(await listDueMonths(db, '2026-11')).toContain('2020-12');
  await billing.monthClose.closeDueMonths();
  expect(await listDueMonths(db, '2026-11')).not.toContain('2020-12');
});

test('a credit waits for the invoice of its month, also while later months are closed', async () => {
  const { db, billing } = server.context;
  await billing.monthClose.closeDueMonths();
  server.clock.travel(30 * 86_400_000);
  const customer = await buildUser(server.context);
  people.push(customer);
  await setPrices('2026-10', [
    { metric: 'calls', target: '*', measure: 'COUNTER', day: 1, cents: '100', units: 1 },
  ]);
  await giveCredits('2026-10', [{ person: people.length - 1, cents: 10_000, expiresIn: 0 }]);
  for (const month of ['2026-10', '2026-11'])
    await take([toEvent({ ...plainUse, person: people.length - 1 }, month, `e-${month}`)]);
  await failInvoices(customer, '2026-10');
  expect((await billing.monthClose.closeDueMonths()).failed).toMatchObject([{ month: '2026-10' }]);
  const left = () => billing.wallet.getVirtualCash(customer);
  const before = await left();
  await sql`drop trigger fail_invoice on invoices`.execute(db);
  expect(await billing.monthClose.closeDueMonths()).toEqual({ made: 1, failed: [] });
  const [october, november] = await db
    .selectFrom('invoices')
    .select(['grandTotalCents', 'discountCents'])
    .where('userId', '=', customer.userId)
    .where('month', 'in', ['2026-10', '2026-11'])
    .orderBy('month')
    .execute();
  expect([october?.grandTotalCents, october?.discountCents, november?.discountCents]).toEqual([500, 500, 0]);
  // Now that no invoice is missing, the rest is gone.
  expect(before).toBe(10_000);
  expect(await left()).toBe(0);
});

/** Until its trigger is dropped, no invoice of a customer can be made; of all months, or of one. */
async function failInvoices(customer: Caller | undefined, month?: string): Promise<void> {
  const { db } = server.context;
  await sql`create or replace function fail_invoice() returns trigger language plpgsql as $$
    begin raise exception 'the disk of this customer is full'; end $$`.execute(db);
  const isOfMonth = month === undefined ? sql`true` : sql`new.month = ${sql.lit(month)}`;
  await sql`create trigger fail_invoice before insert on invoices for each row
    when (new.user_id = ${sql.lit(customer?.userId)} and ${isOfMonth}) execute function fail_invoice()`.execute(
    db,
  );
}

const plainUse = {
  person: 0,
  metric: 'calls',
  target: 'live' as const,
  type: 'COUNTER' as const,
  day: 3,
  quantity: 5,
};

function toEvent(
  { person, day, ...used }: Parameters<Parameters<typeof use.map>[0]>[0],
  month: string,
  id: string,
): UsageEvent {
  const { userId, domainId } = people[person] as Caller;
  const at = `${month}-${String(day).padStart(2, '0')}T09:00:00Z`;
  const early = Math.floor(used.quantity / 3);
  const versions = [
    { version: day % 4, quantity: early },
    { version: 4, quantity: used.quantity - early },
  ];
  return { ...used, id, userId, domainId, serviceId: SERVICE, at, versions };
}

let batchCount = 0;
async function take(events: UsageEvent[]): Promise<void> {
  const batch = { batchId: `batch-${batchCount++}`, events };
  await server.context.billing.intake.takeBatch({ serviceId: SERVICE, accessKeyId: 'k' }, batch);
}

/** Prices may begin in the past here: the rule that they may not is the pricing domain's. */
async function setPrices(
  month: string,
  prices: Parameters<Parameters<typeof price.map>[0]>[0][],
): Promise<void> {
  const { db, random, clock } = server.context;
  for (const { metric, target, measure, day, cents, units } of prices) {
    const known = await db
      .selectFrom('priceRules')
      .select('id')
      .where('service', '=', SERVICE)
      .where('metric', '=', metric)
      .where('target', '=', target)
      .where('measure', '=', measure)
      .executeTakeFirst();
    const ruleId = known?.id ?? random.id();
    if (known === undefined) {
      await insertPriceRule(db, ruleId, { service: SERVICE, target, metric, measure }, clock.now());
    }
    const startsOn = `${month}-${String(day).padStart(2, '0')}`;
    await insertPriceRevision(db, { ruleId, startsOn, cents, units }, clock.now());
  }
  server.context.pricing.forgetPriceBook();
}

async function giveCredits(
  month: string,
  credits: { person: number; cents: number; expiresIn: number | undefined }[],
): Promise<void> {
  const { db, random, clock } = server.context;
  const entries = credits.map(({ person, cents, expiresIn }, index) => {
    const { domainId, userId } = people[person] as Caller;
    const reason = `gift ${month} ${index}`;
    return {
      id: random.id(),
      domainId,
      userId,
      cents,
      reason,
      creditId: null,
      invoiceId: null,
      expiresOn: expiresIn === undefined ? null : midOf(month, expiresIn),
      createdOn: clock.now(),
    };
  });
  await insertCreditEntries(db, entries);
}

/** A day in the middle of a month that is so many later. */
function midOf(month: string, later: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later, 15)).toISOString().slice(0, 10);
}

/** What was given is used, expired or left, no credit is below zero, and none is left whose month is closed. */
async function expectNoCentLost(month: string): Promise<void> {
  const { rows } = await sql<{ given: number; used: number; expired: number; left: number; over: number }>`
    with states as (
      select credit.cents as given, credit.expires_on,
        coalesce(-sum(taken.cents) filter (where taken.invoice_id is not null), 0) as used,
        coalesce(-sum(taken.cents) filter (where taken.invoice_id is null), 0) as expired
      from credit_entries credit left join credit_entries taken on taken.credit_id = credit.id
      where credit.cents > 0 group by credit.id
    )
    select coalesce(sum(given), 0)::bigint as given, coalesce(sum(used), 0)::bigint as used,
      coalesce(sum(expired), 0)::bigint as expired,
      (select coalesce(sum(cents), 0)::bigint from credit_entries) as left,
      count(*) filter (where used + expired > given
        or (expires_on < (${`${month}-01`}::date + interval '1 month') and used + expired < given)) as over
    from states`.execute(server.context.db);
  const [sums] = rows;
  expect(sums?.over).toBe(0);
  expect(sums?.left).toBeGreaterThanOrEqual(0);
  expect(sums?.given).toBe((sums?.used ?? 0) + (sums?.expired ?? 0) + (sums?.left ?? 0));
}

/** Rows of all sums that are not those of their events, in either direction. */
async function listDifferences(): Promise<unknown[]> {
  const sums = (quantity: string) =>
    sql.join(
      ['COUNTER', 'TIMER', 'MEMORY'].map(
        (type) => sql`coalesce(sum(${sql.ref(quantity)}) filter (where type = ${type}), 0)::bigint`,
      ),
    );
  const { rows } = await sql`
    with used as (
      select events.*, coalesce(users.parent_id, users.id) as payer_id, billed_day as day,
        least((at at time zone 'UTC')::date, billed_day) as used_on
      from usage_events events join users on users.id = events.user_id
    ), expected_days as (
      select domain_id, payer_id, user_id, day, used_on, service_id, metric, target, ${sums('quantity')}
      from used group by 1, 2, 3, 4, 5, 6, 7, 8
    ), days as (
      select domain_id, payer_id, user_id, day, used_on, service_id, metric, target, sum(calls)::bigint,
        sum(milliseconds)::bigint, sum(bytes)::bigint
      from usage_days group by 1, 2, 3, 4, 5, 6, 7, 8
    ), expected_metrics as (
      select domain_id, payer_id, one.user_id, day, used_on, service_id, metric, summed, ${sums('quantity')}
      from used cross join lateral (values (used.user_id), (${ALL_USERS}::uuid)) as one (user_id)
        cross join lateral (select case target when 'test' then 'test' else '*' end as summed) as named
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), metrics as (
      select domain_id, payer_id, user_id, day, used_on, service_id, metric, target, calls, milliseconds, bytes
      from usage_metric_days
    ), expected_months as (
      select domain_id, payer_id, user_id, to_char(day, 'YYYY-MM'), service_id, metric, target, ${sums('quantity')}
      from used group by 1, 2, 3, 4, 5, 6, 7
    ), months as (
      select domain_id, payer_id, user_id, month, service_id, metric, target, calls, milliseconds, bytes
      from usage_months
    )
    select 'day' as kind, to_jsonb(one) as row from (
      (table expected_days except table days) union all (table days except table expected_days)) one
    union all select 'metric', to_jsonb(one) from (
      (table expected_metrics except table metrics) union all (table metrics except table expected_metrics)) one
    union all select 'month', to_jsonb(one) from (
      (table expected_months except table months) union all (table months except table expected_months)) one
    union all select 'versions', to_jsonb(usage_days) from usage_days
      where calls + milliseconds + bytes > 0 and (version >= 0) = (used_on < day)`.execute(server.context.db);
  return rows;
}

const withoutFunctions = (service: ServiceUsage): ServiceUsage => ({
  ...service,
  metrics: service.metrics.map(({ metric, cents, usage }) => ({ metric, cents, usage })),
});

/** What functions are charged for is what their metric is, cent by cent, and so are the calls that they made. */
function expectSharesAddUp({ metric, cents, usage, functions, others }: MetricUsage): void {
  if (functions === undefined) return;
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(sum(functions.map((one) => one.cents)) + (others?.cents ?? 0)).toBe(cents);
  expect(metric.target).toBe('*');
  const used = (type: Measure) => sum(usage.filter((line) => line.type === type).map((line) => line.usage));
  expect(sum(functions.map(({ calls }) => calls))).toBe(used('COUNTER'));
  expect(sum(functions.map(({ milliseconds }) => milliseconds))).toBe(used('TIMER'));
  expect(sum(functions.map(({ bytes }) => bytes))).toBe(used('MEMORY'));
}

/** The bills by customer, straight from the events day by day. */
async function expectedBills(events: UsageEvent[], month: string) {
  const book = await server.context.pricing.getPriceBook();
  const used = new Map<string, UsedQuantity[]>();
  for (const event of events) {
    const customer = customerOf(people.find(({ userId }) => userId === event.userId) as Caller);
    used.set(customer, [...(used.get(customer) ?? []), { ...event, day: event.at.slice(0, 10) }]);
  }
  // The late event of an earlier run is billed on the first day after its month, at the price of its day of use.
  const early = await server.context.db
    .selectFrom('usageEvents')
    .selectAll()
    .where('id', 'like', '%-late')
    .where('billedDay', '>=', `${month}-01`)
    .where('billedDay', '<', sql<string>`(${month} || '-01')::date + interval '1 month'`)
    .execute();
  for (const row of early) {
    const customer = customerOf(people.find(({ userId }) => userId === row.userId) as Caller);
    const one = { serviceId: row.serviceId, metric: row.metric, target: row.target, type: row.type };
    used.set(customer, [
      ...(used.get(customer) ?? []),
      { ...one, day: utcDay(row.at), quantity: row.quantity },
    ]);
  }
  const toEntries = (all: UsedQuantity[]) => {
    const { start, end } = daysOfMonth(month);
    const first = all.map(({ day }) => day).reduce((least, day) => (day < least ? day : least), start);
    const own = new Set(
      book.ownTargetsWithin({ start: first, end }).map(({ metric, target }) => `${metric} ${target}`),
    );
    return all.map((one) => (own.has(`${one.metric} ${one.target}`) ? one : { ...one, target: ANY_TARGET }));
  };
  return new Map(
    [...used].map(([customer, all]) => {
      const billed = toEntries(all).filter(({ quantity }) => quantity !== 0);
      return [customer, rateUsage(billed, book, (id) => id)];
    }),
  );
}

/** What a month may use: all that is left, but for what expired before it. */
async function readBalances(month: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; cents: number }>`
    select credit.user_id as "userId", sum(entry.cents)::bigint as cents
      from credit_entries credit join credit_entries entry on coalesce(entry.credit_id, entry.id) = credit.id
     where credit.cents > 0 and (credit.expires_on is null or credit.expires_on >= ${`${month}-01`}::date)
     group by credit.user_id`.execute(server.context.db);
  return new Map(rows.map(({ userId, cents }) => [userId, cents]));
}

/** Closes the month with a source of ids that dies after so many of them, then once to the end. */
async function closeInPieces(month: string, deaths: number[]): Promise<void> {
  for (const death of deaths) {
    await closeThatDies(death)
      .closeMonth(month)
      .catch(() => undefined);
  }
  await server.context.billing.monthClose.closeMonth(month);
}

function closeThatDies(afterIds: number): MonthClose {
  const { db, clock, random, events, pricing, billing } = server.context;
  let left = afterIds;
  const dying = {
    ...random,
    id() {
      left -= 1;
      if (left < 0) throw new Error('gone');
      return random.id();
    },
  };
  const { credits, invoiceMails } = billing;
  const { seller } = server.context.config;
  const parts = { db, clock, random: dying, events, pricing, credits, invoiceMails, seller };
  return new MonthClose({ ...parts, listNames: async () => [] });
}

async function expectGaplessNumbers(year: string): Promise<void> {
  const rows = await server.context.db
    .selectFrom('invoices')
    .select('number')
    .where('number', 'like', `${year}-%`)
    .orderBy('number')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual(
    rows.map((_, index) => `${year}-${String(index + 1).padStart(6, '0')}`),
  );
}
