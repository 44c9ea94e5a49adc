import { DEFAULT_SELLER } from '@atrium/contract/billing/seller';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { listStatements } from '../../test/list-statements.ts';
import { priceCalls } from '../../test/prices.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';
import { ALL_USERS } from './metering/usage-day.repository.ts';

/** Usage of as many people, functions and versions on each of 20 days, and as many invoices, of which the last is open. */
async function fill({ context: { db } }: TestApp, { domainId, userId }: Caller, size: number) {
  await sql`insert into usage_days
    select ${domainId}, ${userId}, case n when 1 then ${userId}::uuid else gen_random_uuid() end, day, day, 'shop', 'invoke',
      'function-' || n, n, 1, 0, 0
    from generate_series(1, ${size}::int) n, generate_series('2026-11-01'::date, '2026-11-20', '1 day') day`.execute(
    db,
  );
  await sql`insert into usage_metric_days
    select domain_id, payer_id, coalesce(user_id, ${ALL_USERS}), day, used_on, service_id, metric, '*', sum(calls), 0, 0
    from usage_days where domain_id = ${domainId}
    group by domain_id, payer_id, day, used_on, service_id, metric, grouping sets ((user_id), ())`.execute(
    db,
  );
  await sql`insert into invoices (id, number, domain_id, user_id, month, period_start, period_end, created_on, due_date,
      currency, grand_total_cents, discount_cents, services, seller, paid_on)
    select gen_random_uuid(), ${userId} || n, ${domainId}, ${userId}, to_char(first, 'YYYY-MM'), first, first, first, first,
      'usd', 100, 0, '[]', ${JSON.stringify(DEFAULT_SELLER)}::jsonb, case when n > 1 then first end
    from generate_series(1, ${size}::int) n, lateral (select (date '2026-11-01' - n * interval '1 month')::date as first) m`.execute(
    db,
  );
  await sql`analyze usage_metric_days, usage_days, invoices`.execute(db);
}

const SMALL = 3;
const LARGE = 300;

test('the running month and the invoices cost the same rows and statements, however much a customer has', async () => {
  await using server = await startTestApp();
  await priceCalls(server);
  const [small, large] = [await buildUser(server.context), await buildUser(server.context)];
  await fill(server, small, SMALL);
  await fill(server, large, LARGE);
  const { usage, usagePlots, invoices } = server.context.billing;
  const calls = {
    usage: (as: Caller) => usage.getCurrent(as),
    days: (as: Caller) => usagePlots.get(as, '2026-11', 'service'),
    invoices: (as: Caller) => invoices.list(as, { page: 0, size: 3 }),
    open: (as: Caller) => invoices.list(as, { page: 0, size: 3, isUnpaid: true }),
  };
  expect((await calls.usage(large)).grandTotalCents).toBe(LARGE * 20);
  expect((await calls.usage(small)).grandTotalCents).toBe(SMALL * 20);
  expect((await calls.days(large)).grandTotalCents).toBe(LARGE * 20);
  expect((await calls.invoices(large)).totalElements).toBe(LARGE);
  for (const call of Object.values(calls)) {
    const few = await listStatements(() => call(small));
    expect(await listStatements(() => call(large))).toEqual(few);
  }
  // Prices and names of services are known.
  expect(await listStatements(() => calls.usage(large))).toHaveLength(2);
  expect(await listStatements(() => calls.invoices(large))).toHaveLength(2);

  await server.context.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off)
      select sum(calls) from usage_metric_days
      where domain_id = ${large.domainId} and payer_id = ${large.userId} and day between '2026-11-01' and '2026-11-30'
        and user_id = ${ALL_USERS}`.execute(transaction);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Scan using usage_metric_days_user.*rows=20\b/,
    );
  });
});
