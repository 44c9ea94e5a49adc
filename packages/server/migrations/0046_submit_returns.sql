-- Submits that are returned to the versions before them if a test of a run fails.
create table submit_returns (
  run_id uuid primary key references test_runs (id) on delete cascade,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  impersonator_id uuid,
  request_id text,
  -- the key of the backups of the submit
  backup_key uuid not null,
  state text not null check (state in ('WAITING', 'RETURNING', 'RETURNED', 'KEPT', 'REFUSED')),
  reason text,
  -- each service with its version before the submit, the one that the submit made, and the one that undid it
  services jsonb not null,
  pull_id uuid,
  -- the choices of the pull, as the console sent them
  draft bytea,
  created_on timestamptz not null
);
-- While a submit is put back no one else changes its services.
create index submit_returns_returning on submit_returns (domain_id) where state = 'RETURNING';
create index submit_returns_key on submit_returns (domain_id, backup_key, created_on desc);
