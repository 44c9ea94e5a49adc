-- compatible: a table that releases before this one do not know.
-- Submits after which the platform runs all tests, and which it returns if one fails. Noted before the first of their
-- services goes in, so that nothing depends on the browser that submits.
create table return_wishes (
  domain_id uuid not null references domains (id),
  -- the key of the backups of the submit
  backup_key uuid not null,
  user_id uuid not null references users (id),
  impersonator_id uuid,
  request_id text,
  state text not null check (state in ('WAITING', 'STARTED', 'UNTESTED')),
  -- why the tests did not run
  reason text,
  run_id uuid references test_runs (id) on delete set null,
  pull_id uuid,
  -- the choices of the pull, as the console sent them; until the run starts
  draft bytea,
  created_on timestamptz not null,
  primary key (domain_id, backup_key)
);
create index return_wishes_waiting on return_wishes (created_on) where state = 'WAITING';
