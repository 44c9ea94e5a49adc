import type pg from 'pg';

const QUANTITIES = `sum(calls), sum(milliseconds), sum(bytes)`;

/** Makes the sums of months and of metrics that the intake would have kept, from those of the days. */
export async function fillUsageSums(db: pg.Client): Promise<void> {
  await db.query(`
    insert into usage_metric_days
    select domain_id, payer_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), day, used_on, service_id, metric,
      summed, ${QUANTITIES}
    from usage_days cross join lateral (select case target when 'test' then 'test' else '*' end as summed) as named
    group by domain_id, payer_id, day, used_on, service_id, metric, summed, grouping sets ((user_id), ())
    on conflict do nothing`);
  await db.query(`
    insert into usage_months
    select domain_id, payer_id, user_id, to_char(day, 'YYYY-MM'), service_id, metric, target, ${QUANTITIES} from usage_days
    group by 1, 2, 3, 4, 5, 6, 7 on conflict do nothing`);
}
