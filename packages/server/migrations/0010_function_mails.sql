-- compatible: the release before neither reads nor writes these tables.

create table function_mails (
  id uuid not null,
  domain_id uuid not null references domains (id),
  service_id text not null,
  function text not null,
  mail_id uuid not null,
  to_address text not null,
  subject text not null,
  mail text,
  state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
  error text,
  created_on timestamptz not null,
  ended_on timestamptz,
  primary key (domain_id, id),
  unique (domain_id, mail_id, to_address)
);
create index function_mails_ended on function_mails (ended_on);

create table refused_addresses (
  domain_id uuid not null references domains (id),
  address text not null,
  reason text not null,
  created_on timestamptz not null,
  primary key (domain_id, address)
);

-- What a new platform asks for mails of functions: administrators change it.
with rules as (
  insert into price_rules (id, service, target, metric, measure, created_on)
  select ('01920000-0000-7000-8006-' || lpad(row_number() over (order by service)::text, 12, '0'))::uuid,
    service, '*', 'mail', 'COUNTER', timestamp with time zone '2026-01-01 00:00:00Z'
  from unnest(array['content', 'hyper-dispatch']) as service
  on conflict do nothing
  returning id, created_on
)
insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01', 10, 100, created_on from rules;
