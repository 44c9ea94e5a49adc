-- Tests that run, and whose failures do not fail the run.
create table test_quarantines (
  domain_id uuid not null references domains (id),
  service_id text not null,
  test_id text not null,
  reason text not null,
  -- the last day
  until_on date not null,
  created_by uuid not null references users (id),
  created_on timestamptz not null,
  primary key (domain_id, service_id, test_id)
);
-- the reason why the failure of the test does not count in this run
alter table test_results add column quarantine text;
