import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/support.ts';
import {
  findUnsealedMonthBefore,
  insertBillingPeriod,
  listDueMonths,
  updateBillingPeriodInvoiced,
} from './billing-period.repository.ts';

test('months are found by a look at each, however much was used in them', async () => {
  await using server = await startTestApp();
  await server.context.db.transaction().execute(async (transaction) => {
    // Every day of January to May and of July, of many customers.
    await sql`
      insert into usage_metric_days
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), day, day, 'shop', 'calls', '*', 1, 0, 0
        from generate_series('2026-01-01'::date, '2026-07-31', interval '1 day') day, generate_series(1, 50)
        where extract(month from day) <> 6`.execute(transaction);
    await sql`analyze usage_metric_days`.execute(transaction);
    const now = server.clock.now();
    for (const month of ['2026-01', '2026-02', '2026-04']) await insertBillingPeriod(transaction, month, now);
    await updateBillingPeriodInvoiced(transaction, '2026-01', now);
    await updateBillingPeriodInvoiced(transaction, '2026-04', now);
    const countRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables
         where relid = 'usage_metric_days'::regclass`.execute(transaction);
      return rows[0]?.count ?? Number.NaN;
    };
    const before = await countRead();
    expect(await findUnsealedMonthBefore(transaction, '2026-03')).toBeUndefined();
    expect(await findUnsealedMonthBefore(transaction, '2026-04')).toBe('2026-03');
    expect(await findUnsealedMonthBefore(transaction, '2026-07')).toBe('2026-03');
    expect(await listDueMonths(transaction, '2026-07')).toEqual(['2026-02', '2026-03', '2026-05']);
    expect(await listDueMonths(transaction, '2026-08')).toEqual(['2026-02', '2026-03', '2026-05', '2026-07']);
    expect(await listDueMonths(transaction, '2026-01')).toEqual([]);
    expect((await countRead()) - before).toBeLessThan(100);
  });
});
