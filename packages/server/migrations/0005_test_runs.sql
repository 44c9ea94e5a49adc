-- Test runs and one row for each test in each run.

create table test_runs (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- who asked for it
  requested_by uuid not null references users (id),
  -- whom the tests act as
  user_id uuid not null references users (id),
  user_name text not null,
  strategy text not null check (strategy in ('FAIL_ON_FIRST', 'EXECUTE_ALL')),
  status text not null check (status in ('OK', 'FAIL', 'CANCELED', 'RUNNING', 'SKIPPED')),
  started_on timestamptz not null,
  finished_on timestamptz,
  -- grows with every change; the changed tests carry the same number
  revision integer not null default 1,
  -- of the process that executes it: writes of an earlier execution that still lives are refused
  execution integer not null default 0,
  -- when the execution last showed that it lives
  heartbeat_on timestamptz not null,
  -- number of tests in each state, kept in step by the writes of results
  counts jsonb not null,
  idempotency_key text,
  request_hash text,
  check ((status = 'RUNNING') = (finished_on is null))
);
-- One run at a time per domain.
create unique index test_runs_running on test_runs (domain_id) where status = 'RUNNING';
create index test_runs_started on test_runs (domain_id, started_on desc, id desc);
create unique index test_runs_idempotency on test_runs (domain_id, requested_by, idempotency_key)
  where idempotency_key is not null;
create index test_runs_heartbeat on test_runs (heartbeat_on) where status = 'RUNNING';

create table test_run_services (
  run_id uuid not null references test_runs (id) on delete cascade,
  service_id text not null,
  position integer not null,
  service_tag text,
  -- configuration version the tests run against, once the service has said so
  version integer,
  error text,
  primary key (run_id, service_id)
);

create table test_results (
  run_id uuid not null references test_runs (id) on delete cascade,
  service_id text not null,
  -- id in the service
  test_id text not null,
  domain_id uuid not null,
  position integer not null,
  full_path text not null,
  action text not null check (action in ('RUN', 'SKIP')),
  status text not null check (status in ('OK', 'FAIL', 'CANCELED', 'PENDING', 'RUNNING', 'SKIPPED')),
  revision integer not null,
  started_on timestamptz,
  duration_ms double precision,
  -- what the test returned; kept as text, for what is long is sent only when asked for
  result text,
  failure_kind text check (failure_kind in ('assertion', 'error', 'timeout', 'memory')),
  failure_message text,
  -- name, expected, actual, stack
  failure jsonb,
  console text,
  primary key (run_id, service_id, test_id)
);
create index test_results_revision on test_results (run_id, revision);
create index test_results_past on test_results (domain_id, service_id, test_id, run_id desc);
