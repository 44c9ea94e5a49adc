-- compatible: more prices.

-- What a new platform asks for requests of functions to other hosts: administrators change it. Tests send none.
with rules as (
  insert into price_rules (id, service, target, metric, measure, created_on)
  select ('01920000-0000-7000-8004-' || lpad(row_number() over (order by service, measure)::text, 12, '0'))::uuid,
    service, '*', 'fetch', measure, timestamp with time zone '2026-01-01 00:00:00Z'
  from unnest(array['content', 'hyper-dispatch']) as service, unnest(array['COUNTER', 'MEMORY']) as measure
  on conflict do nothing
  returning id, measure, created_on
)
insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01',
  case measure when 'COUNTER' then 1 else 10 end,
  -- a hundred requests, a gigabyte sent or received
  case measure when 'COUNTER' then 100 else 1073741824 end,
  created_on
from rules;
