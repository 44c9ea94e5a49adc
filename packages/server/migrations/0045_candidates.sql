-- Runs of files that are not live. Their results belong to no history of the domain: what passed there was never live.
alter table test_runs add column is_candidate boolean not null default false;
alter table test_results alter column domain_id drop not null;

create table candidates (
  run_id uuid primary key references test_runs (id) on delete cascade,
  domain_id uuid not null,
  digest text not null,
  -- Every service with the digest of its live files and of those that the tests read.
  services jsonb not null,
  -- Where tests read the files of each service. Deleted when the run has ended.
  sources bytea,
  passed_on timestamptz
);
create index candidates_passed on candidates (domain_id, passed_on desc) where passed_on is not null;

-- What a domain demands before the configuration of a service is changed.
create table protections (
  domain_id uuid not null,
  service_id text not null,
  changed_on timestamptz not null,
  primary key (domain_id, service_id)
);
