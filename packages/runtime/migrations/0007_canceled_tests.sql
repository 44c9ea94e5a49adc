-- compatible: a table that the release before does not know.
-- Cancels of the last hour, for processes that miss their announcement. An empty test_id stands for a whole run.
create table canceled_test (
  domain_id text not null,
  run_id text not null,
  test_id text not null,
  canceled_on timestamptz not null,
  primary key (domain_id, run_id, test_id)
);
