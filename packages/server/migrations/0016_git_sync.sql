-- compatible: the release before neither reads nor writes these tables.

-- What was last seen of connected repositories, and how the services compare with it.
create table connection_states (
  domain_id uuid not null,
  connection_id uuid not null,
  branch text,
  commit_sha text,
  moves integer not null default 0,
  -- compressed
  files bytea,
  same_metadata jsonb not null,
  commits jsonb not null,
  commit_count integer,
  services jsonb not null,
  looked_on timestamptz,
  unknown_since timestamptz,
  problem text,
  next_look_on timestamptz not null,
  primary key (domain_id, connection_id),
  foreign key (domain_id, connection_id) references connections (domain_id, id) on delete cascade
);
create index connection_states_due on connection_states (next_look_on);
insert into connection_states (domain_id, connection_id, same_metadata, commits, services, next_look_on)
select domain_id, id, '{}', '[]', '[]', now() from connections;

create table connection_hooks (
  domain_id uuid not null,
  connection_id uuid not null,
  token text,
  -- sealed
  secret text,
  received_on timestamptz,
  refused_on timestamptz,
  on_push text not null default 'NOTHING' check (on_push in ('NOTHING', 'PREPARE', 'TEST', 'LIVE')),
  chosen_place text,
  primary key (domain_id, connection_id),
  foreign key (domain_id, connection_id) references connections (domain_id, id) on delete cascade
);

create index connection_hooks_token on connection_hooks (token);

create table connection_events (
  id uuid not null,
  domain_id uuid not null,
  connection_id uuid not null,
  created_on timestamptz not null,
  message text not null,
  detail text,
  commit_sha text,
  on_push text check (on_push in ('NOTHING', 'PREPARE', 'TEST', 'LIVE')),
  step text check (step in ('PULL', 'TEST', 'SUBMIT')),
  touched_on timestamptz,
  outcome text check (outcome in ('NONE', 'PREPARED', 'TESTED', 'LIVE', 'REFUSED', 'REPLACED')),
  pull_id uuid,
  run_id uuid,
  -- compressed
  request bytea,
  primary key (domain_id, id),
  foreign key (domain_id, connection_id) references connections (domain_id, id) on delete cascade
);
create index connection_events_newest on connection_events (domain_id, connection_id, created_on);
create index connection_events_open on connection_events (touched_on) where step is not null;
