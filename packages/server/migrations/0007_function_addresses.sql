-- compatible: a column with a default, and prices of a metric that the release before doesn't report.

-- Names of domains in the addresses of their functions: short, and of none that a person chooses, so that it never changes.
alter table domains add column address_name text not null
  default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
create unique index domains_address_name on domains (address_name);

-- Calls of addresses cost as others do, unless an administrator has decided otherwise; those of tests cost nothing.
with rules as (
  insert into price_rules (id, service, target, metric, measure, created_on)
  select ('01920000-0000-7000-8003-' || lpad(row_number() over (order by service, target, measure)::text, 12, '0'))::uuid,
    service, target, 'public', measure, timestamp with time zone '2026-01-01 00:00:00Z'
  from unnest(array['content', 'hyper-dispatch']) as service,
    unnest(array['*', 'test']) as target,
    unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
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
