-- Adds domain_id to the keys of tables that are to be distributed by domain (docs/scale.md).
-- For whoever is about to do that, on a database that this release has migrated; all others leave their keys as they are.
-- Processes of this release may run meanwhile and afterwards: psql "${DATABASE_DIRECT_URL:-$DATABASE_URL}"
-- -v ON_ERROR_STOP=1 -f domain-keys.sql
-- Indexes are built beside the traffic. Then all keys are exchanged in one transaction, which gives up after three seconds without its
-- locks: then run the file again from there on, behind its first statement. Tables in parts cannot have theirs built ahead: while those of the log and of results
-- are, some seconds for each million rows, nothing is logged and no test is run.

-- Behind a pooler the role has limits for the statements of requests; these take longer.
set statement_timeout = 0;

-- Of the tables that are to be distributed two do not say whose each row is, this one of none. A statement of the release before,
-- which names the column without its table, would no longer know which one is meant: so no migration could add it yet.
set lock_timeout = '3s';
alter table test_run_services add column domain_id uuid;
create function set_domain_of_run_service() returns trigger language plpgsql as $$
begin new.domain_id := coalesce(new.domain_id, (select domain_id from test_runs where id = new.run_id)); return new; end $$;
create trigger test_run_services_domain before insert on test_run_services for each row execute function set_domain_of_run_service();
-- Results of a candidate have no domain_id, so that no history of what is live finds them: what goes into the key is that of the run.
alter table test_results add column run_domain_id uuid;
create function set_domain_of_result() returns trigger language plpgsql as $$
begin new.run_domain_id := (select domain_id from test_runs where id = new.run_id); return new; end $$;
create trigger test_results_domain before insert on test_results for each row execute function set_domain_of_result();
set lock_timeout = 0;
update test_results set run_domain_id = test_runs.domain_id from test_runs
  where test_runs.id = test_results.run_id and test_results.run_domain_id is null;
update test_run_services set domain_id = test_runs.domain_id from test_runs
  where test_runs.id = test_run_services.run_id and test_run_services.domain_id is null;

-- One that was canceled is left under its name, and is no good.
drop index concurrently if exists usage_days_domain_key;
create unique index concurrently usage_days_domain_key on usage_days (payer_id, day, service_id, metric, target, version, user_id, used_on, domain_id);
drop index concurrently if exists usage_metric_days_domain_key;
create unique index concurrently usage_metric_days_domain_key on usage_metric_days (payer_id, day, user_id, service_id, metric, used_on, domain_id);
drop index concurrently if exists usage_months_domain_key;
create unique index concurrently usage_months_domain_key on usage_months (payer_id, month, service_id, metric, target, user_id, domain_id);
drop index concurrently if exists test_runs_domain_key;
create unique index concurrently test_runs_domain_key on test_runs (id, domain_id);
drop index concurrently if exists test_run_services_domain_key;
create unique index concurrently test_run_services_domain_key on test_run_services (run_id, service_id, domain_id);
drop index concurrently if exists candidates_domain_key;
create unique index concurrently candidates_domain_key on candidates (run_id, domain_id);
drop index concurrently if exists run_times_domain_key;
create unique index concurrently run_times_domain_key on run_times (id, domain_id);
drop index concurrently if exists change_searches_domain_key;
create unique index concurrently change_searches_domain_key on change_searches (id, domain_id);
drop index concurrently if exists change_searches_domain_running;
create unique index concurrently change_searches_domain_running on change_searches (run_id, service_id, test_id, domain_id) where status = 'RUNNING';
drop index concurrently if exists reached_files_domain_key;
create unique index concurrently reached_files_domain_key on reached_files (id, domain_id);
drop index concurrently if exists reaches_domain_key;
create unique index concurrently reaches_domain_key on reaches (id, domain_id);
drop index concurrently if exists backups_domain_key;
create unique index concurrently backups_domain_key on backups (id, domain_id);
drop index concurrently if exists exchanges_domain_key;
create unique index concurrently exchanges_domain_key on exchanges (id, domain_id);
drop index concurrently if exists exchange_contents_domain_key;
create unique index concurrently exchange_contents_domain_key on exchange_contents (exchange_id, checksum, domain_id);
drop index concurrently if exists git_operations_domain_key;
create unique index concurrently git_operations_domain_key on git_operations (user_id, id, domain_id);

begin;
set local lock_timeout = '3s';
alter table test_run_services drop constraint test_run_services_run_id_fkey;
alter table test_results drop constraint test_results_run_id_fkey;
alter table candidates drop constraint candidates_run_id_fkey;
alter table change_searches drop constraint change_searches_run_id_fkey;
alter table submissions drop constraint submissions_run_id_fkey;
alter table exchange_contents drop constraint exchange_contents_exchange_id_fkey;
alter table exchanges drop constraint exchanges_replaced_by_fkey;

-- Constraints keep their names: statements of this release name them.
alter table log_entries drop constraint log_entries_pkey, add constraint log_entries_pkey primary key (id, domain_id);
alter table usage_days drop constraint usage_days_pkey, add constraint usage_days_pkey primary key using index usage_days_domain_key;
alter table usage_metric_days drop constraint usage_metric_days_pkey, add constraint usage_metric_days_pkey primary key using index usage_metric_days_domain_key;
alter table usage_months drop constraint usage_months_pkey, add constraint usage_months_pkey primary key using index usage_months_domain_key;
alter table test_runs drop constraint test_runs_pkey, add constraint test_runs_pkey primary key using index test_runs_domain_key;
alter table test_run_services drop constraint test_run_services_pkey, add constraint test_run_services_pkey primary key using index test_run_services_domain_key;
alter table test_results drop constraint test_results_pkey, add constraint test_results_pkey primary key (run_id, service_id, test_id, run_domain_id);
alter table candidates drop constraint candidates_pkey, add constraint candidates_pkey primary key using index candidates_domain_key;
alter table run_times drop constraint run_times_pkey, add constraint run_times_pkey primary key using index run_times_domain_key;
alter table change_searches drop constraint change_searches_pkey, add constraint change_searches_pkey primary key using index change_searches_domain_key;
drop index change_searches_running;
alter index change_searches_domain_running rename to change_searches_running;
alter table reached_files drop constraint reached_files_pkey, add constraint reached_files_pkey primary key using index reached_files_domain_key;
alter table reaches drop constraint reaches_pkey, add constraint reaches_pkey primary key using index reaches_domain_key;
alter table backups drop constraint backups_pkey, add constraint backups_pkey primary key using index backups_domain_key;
alter table exchanges drop constraint exchanges_pkey, add constraint exchanges_pkey primary key using index exchanges_domain_key;
alter table exchange_contents drop constraint exchange_contents_pkey, add constraint exchange_contents_pkey primary key using index exchange_contents_domain_key;
alter table git_operations drop constraint git_operations_pkey, add constraint git_operations_pkey primary key using index git_operations_domain_key;

alter table test_run_services add constraint test_run_services_run_id_fkey
  foreign key (run_id, domain_id) references test_runs (id, domain_id) on delete cascade not valid;
alter table test_results add constraint test_results_run_id_fkey
  foreign key (run_id, run_domain_id) references test_runs (id, domain_id) on delete cascade;
alter table candidates add constraint candidates_run_id_fkey
  foreign key (run_id, domain_id) references test_runs (id, domain_id) on delete cascade not valid;
alter table change_searches add constraint change_searches_run_id_fkey
  foreign key (run_id, domain_id) references test_runs (id, domain_id) on delete cascade not valid;
alter table submissions add constraint submissions_run_id_fkey
  foreign key (run_id, domain_id) references test_runs (id, domain_id) on delete set null (run_id) not valid;
alter table exchange_contents add constraint exchange_contents_exchange_id_fkey
  foreign key (exchange_id, domain_id) references exchanges (id, domain_id) on delete cascade not valid;
alter table exchanges add constraint exchanges_replaced_by_fkey
  foreign key (replaced_by, domain_id) references exchanges (id, domain_id) on delete set null (replaced_by)
  deferrable initially deferred not valid;
commit;

alter table test_run_services validate constraint test_run_services_run_id_fkey;
alter table candidates validate constraint candidates_run_id_fkey;
alter table change_searches validate constraint change_searches_run_id_fkey;
alter table submissions validate constraint submissions_run_id_fkey;
alter table exchange_contents validate constraint exchange_contents_exchange_id_fkey;
alter table exchanges validate constraint exchanges_replaced_by_fkey;
