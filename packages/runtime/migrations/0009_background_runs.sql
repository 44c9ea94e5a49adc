-- compatible: the release before neither reads nor writes these tables.
-- Runs of functions that nobody waits for: by a schedule, from the queue, or because of an event.

create table schedule (
  domain_id text not null,
  service_id text not null,
  function text not null collate "C",
  position integer not null,
  cron text not null,
  time_zone text not null,
  input text not null,
  is_retried boolean not null,
  runs_missed boolean not null,
  next_on timestamptz not null,
  ticks jsonb not null default '[]',
  primary key (domain_id, service_id, function, position)
);
create index schedule_due on schedule (next_on);

create table background_run (
  number bigint generated always as identity,
  id uuid not null,
  domain_id text not null,
  service_id text not null,
  kind text not null check (kind in ('SCHEDULE', 'QUEUE', 'EVENT')),
  function text not null collate "C",
  input text not null,
  -- The event, the key of a queued run, the position of the schedule.
  event text,
  key text,
  position integer,
  tick_on timestamptz,
  -- The entry that an event is about: its events are handled in their order.
  entry text,
  depth integer not null,
  user_id text,
  state text not null check (state in ('WAITING', 'RUNNING', 'FAILED')),
  due_on timestamptz not null,
  attempt integer not null default 0,
  retries integer not null,
  -- The process that runs it, and until when it has to say that it is alive.
  holder uuid,
  held_until timestamptz,
  error text,
  created_on timestamptz not null,
  failed_on timestamptz,
  primary key (domain_id, number),
  unique (domain_id, id)
);
create unique index background_run_key on background_run (domain_id, service_id, function, key)
  where key is not null and state <> 'FAILED';
create index background_run_due on background_run (domain_id, due_on, number) where state = 'WAITING';
create index background_run_held on background_run (held_until) where state = 'RUNNING';
create index background_run_failed on background_run (failed_on) where state = 'FAILED';
create index background_run_entry on background_run (domain_id, entry, number)
  where entry is not null and state <> 'FAILED';
create index background_run_listed on background_run (domain_id, service_id, state, number);
