-- Searches for the version that broke a test.
create table change_searches (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- the run and the test that failed in it
  run_id uuid not null references test_runs (id) on delete cascade,
  service_id text not null,
  test_id text not null,
  -- the last run before it that passed
  passed_run_id uuid not null,
  requested_by uuid not null references users (id),
  status text not null,
  started_on timestamptz not null,
  finished_on timestamptz,
  -- when it last came further: one that is silent is taken up again
  heartbeat_on timestamptz not null,
  -- service → version with which the test passed
  base jsonb not null,
  -- [service, version], in the order in which they became live
  changes jsonb not null,
  -- {at, outcome}: the test was run with the first `at` of the changes
  probes jsonb not null default '[]',
  error text,
  check ((status = 'RUNNING') = (finished_on is null))
);
create unique index change_searches_running on change_searches (run_id, service_id, test_id) where status = 'RUNNING';
create index change_searches_test on change_searches (domain_id, run_id, service_id, test_id, id desc);
create index change_searches_heartbeat on change_searches (heartbeat_on) where status = 'RUNNING';
