-- compatible: prices of metrics that the release before doesn't count.

-- What a new platform asks for runs that nobody waits for: the same as for other calls. Administrators change it.
with rules as (
  insert into price_rules (id, service, target, metric, measure, created_on)
  select ('01920000-0000-7000-8005-' || lpad(row_number() over (order by service, metric, measure)::text, 12, '0'))::uuid,
    service, '*', metric, measure, timestamp with time zone '2026-01-01 00:00:00Z'
  from (
    select 'hyper-dispatch' as service, metric, measure
    from unnest(array['schedule', 'queue']) as metric, unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
    union all
    select 'content', metric, measure
    from unnest(array['schedule', 'queue', 'event']) as metric, unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
  ) as subjects
  on conflict do nothing
  returning id, measure, created_on
)
insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01',
  case measure when 'COUNTER' then 2 when 'TIMER' then 1 else 0.5 end,
  -- a hundred calls, a minute, a gigabyte
  case measure when 'COUNTER' then 100 when 'TIMER' then 60000 else 1073741824 end,
  created_on
from rules;
