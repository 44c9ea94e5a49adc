-- What administrators set: price rules and bonuses.

create table price_rules (
  id uuid primary key,
  service text not null,
  target text not null,
  metric text not null,
  measure text not null check (measure in ('COUNTER', 'MEMORY', 'TIMER')),
  created_on timestamptz not null,
  removed_on timestamptz
);
create unique index price_rules_subject on price_rules (service, target, metric, measure) where removed_on is null;

-- What a rule asks from a UTC day on. `cents` null: the rule asks nothing from that day (it was deleted).
create table price_revisions (
  rule_id uuid not null references price_rules (id),
  starts_on date not null,
  cents numeric(21, 9),
  units bigint not null check (units > 0),
  created_on timestamptz not null,
  primary key (rule_id, starts_on)
);

create table bonuses (
  id uuid primary key,
  key text not null,
  cents bigint not null check (cents >= 0),
  created_on timestamptz not null
);
create unique index bonuses_key on bonuses (key);

insert into bonuses (id, key, cents, created_on)
values ('01920000-0000-7000-8000-000000000001', 'CONSOLE_DISCOUNT', 5000, now());

-- What a new platform asks; administrators change it. Test runs cost nothing.
insert into price_rules (id, service, target, metric, measure, created_on)
select ('01920000-0000-7000-8001-' || lpad(row_number() over (order by metric, target, measure)::text, 12, '0'))::uuid,
  'hyper-dispatch', target, metric, measure, timestamp with time zone '2026-01-01 00:00:00Z'
from unnest(array['invoke', 'event', 'call']) as metric,
  unnest(array['*', 'test']) as target,
  unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure;

insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01',
  case when target = 'test' then 0 when measure = 'COUNTER' then 2 when measure = 'TIMER' then 1 else 0.5 end,
  -- a hundred calls, a minute, a gigabyte
  case measure when 'COUNTER' then 100 when 'TIMER' then 60000 else 1073741824 end,
  created_on
from price_rules;
