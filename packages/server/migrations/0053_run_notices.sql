-- compatible: tables and columns that releases before this one do not know.
-- every test that could run was part of the run when it started
alter table test_runs add column is_whole boolean not null default false;

-- Runs that changed the state of a domain's tests, and when people were told.
create table run_notices (
  run_id uuid primary key references test_runs (id) on delete cascade,
  domain_id uuid not null references domains (id),
  kind text not null,
  -- null until those who want to know it have been told
  notified_on timestamptz
);

-- People who get mail then.
create table notice_people (
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  created_on timestamptz not null,
  primary key (domain_id, user_id)
);

create table webhooks (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- its place among the few that a domain may have
  position smallint not null,
  url text not null,
  -- sealed
  secret text not null,
  created_by uuid not null references users (id),
  created_on timestamptz not null,
  unique (domain_id, position)
);

-- Messages to webhooks; the newest of each are kept.
create table webhook_deliveries (
  -- of the message, the same at each try
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  domain_id uuid not null references domains (id),
  kind text not null,
  run_id uuid,
  body text not null,
  created_on timestamptz not null,
  status text not null default 'WAITING',
  tries smallint not null default 0,
  last_try_on timestamptz,
  status_code smallint,
  error text
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_on desc, id desc);
