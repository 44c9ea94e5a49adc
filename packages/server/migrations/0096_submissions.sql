-- breaking: nothing older than this release is in use.
-- Changes of live configuration, each of one service or several: how far they are, what came of each service, and what becomes of
-- them once they are tested.
create table submissions (
  -- chosen by the caller
  id uuid not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  impersonator_id uuid,
  page_service_id text,
  request_id text,
  -- what the access key or page that started it was allowed; null: all that the person has
  permissions text[],
  kind text not null check (kind in ('IMPORT', 'SUBMIT', 'RETURN')),
  state text not null check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  phase text not null,
  done integer not null,
  total integer,
  started_on timestamptz not null,
  touched_on timestamptz not null,
  ended_on timestamptz,
  about text,
  outcome text,
  error text,
  pull_id uuid,
  is_cancel_requested boolean not null default false,
  -- the key of the backups
  backup_key uuid,
  -- what is submitted, compressed JSON, until all of it is: another process goes on from it
  request bytea,
  request_hash bytea,
  -- by service
  outcomes jsonb not null default '{}',
  tests text check (tests in ('RUN', 'RETURN')),
  -- null while the services are submitted, and while the run waits to be started
  test_state text check (test_state in ('STARTED', 'UNTESTED', 'RETURNING', 'RETURNED', 'KEPT', 'REFUSED')),
  reason text,
  run_id uuid references test_runs (id) on delete set null,
  tested_on timestamptz,
  -- each service with its version before, the submitted one, and the one that undid it; null if the run returns nothing
  returned jsonb,
  -- the choices of the pull, as the console sent them
  draft bytea,
  primary key (domain_id, id)
);
create index submissions_started on submissions (started_on);
create index submissions_person on submissions (domain_id, user_id, started_on desc, id desc);
create index submissions_key on submissions (domain_id, backup_key, tested_on desc);
create index submissions_run on submissions (run_id) where run_id is not null;
create index submissions_running on submissions (touched_on) where state = 'RUNNING';
create index submissions_untested on submissions (domain_id) where state = 'DONE' and tests is not null and test_state is null;
-- While a submission is put back no one else changes its services.
create index submissions_returning on submissions (domain_id) where test_state = 'RETURNING';

drop table return_wishes, submit_returns;
delete from git_operations where kind = 'IMPORT';
alter table git_operations drop column import_kind, drop constraint git_operations_kind_check,
  add constraint git_operations_kind_check check (kind in ('PULL', 'PUSH'));
-- the submission of several services that it belongs to
alter table backups add column submission_id uuid, drop column imported_on;
