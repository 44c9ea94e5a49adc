-- What a new platform asks for the content service, and for the tests of both: administrators change it. What tests
-- do costs nothing.

with subjects as (
  select 'content' as service, metric, target, measure
  from unnest(array['query', 'write', 'invoke', 'call']) as metric,
    unnest(array['*', 'test']) as target,
    unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
  -- Reads and changes of entries use no memory of functions.
  where measure <> 'MEMORY' or metric in ('invoke', 'call')
  union all
  select service, 'test', 'test', measure
  from unnest(array['content', 'hyper-dispatch']) as service,
    unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
), rules as (
  insert into price_rules (id, service, target, metric, measure, created_on)
  select ('01920000-0000-7000-8002-' || lpad(row_number() over (order by service, metric, target, measure)::text, 12, '0'))::uuid,
    service, target, metric, measure, timestamp with time zone '2026-01-01 00:00:00Z'
  from subjects
  on conflict do nothing
  returning id, target, measure, created_on
)
insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01',
  case when target = 'test' then 0 when measure = 'COUNTER' then 2 when measure = 'TIMER' then 1 else 0.5 end,
  -- a hundred calls, a minute, a gigabyte
  case measure when 'COUNTER' then 100 when 'TIMER' then 60000 else 1073741824 end,
  created_on
from rules;
