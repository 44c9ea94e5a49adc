-- compatible: the release before writes into the parts as into one table; only its nightly deletion of old log entries is refused.
-- Log entries and results of tests in parts by the month of their id, which begins with its time: only the indexes of a month grow,
-- and old months go at once. What is there already becomes the first part. That reads it once, while nothing is written to it.
create procedure begin_parts(name text, before text) language plpgsql as $$
declare
  -- Ids of other processes may be a little ahead, and the parts of the months to come are made by a job.
  bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
  hex text := lpad(to_hex((extract(epoch from bound) * 1000)::bigint), 12, '0');
begin
  execute format('create table %I partition of %I default', name || '_other', name);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, before,
    substr(hex, 1, 8) || '-' || substr(hex, 9) || '-0000-0000-000000000000');
end $$;

alter table test_results rename to test_results_before;
alter index test_results_pkey rename to test_results_before_pkey;
alter index test_results_revision rename to test_results_before_revision;
alter index test_results_past rename to test_results_before_past;
alter index test_results_passed rename to test_results_before_passed;
alter index test_results_failed rename to test_results_before_failed;
create table test_results (
  like test_results_before including defaults including constraints,
  constraint test_results_pkey primary key (run_id, service_id, test_id),
  constraint test_results_run_id_fkey foreign key (run_id) references test_runs (id) on delete cascade
) partition by range (run_id);
create index test_results_revision on test_results (run_id, revision);
create index test_results_past on test_results (domain_id, service_id, test_id, run_id desc);
create index test_results_passed on test_results (domain_id, service_id, test_id, run_id desc) where status = 'OK';
create index test_results_failed on test_results (domain_id, service_id, test_id, run_id desc) where status = 'FAIL';
call begin_parts('test_results', 'test_results_before');

alter table log_entries rename to log_entries_before;
alter index log_entries_pkey rename to log_entries_before_pkey;
alter index log_entries_domain rename to log_entries_before_domain;
alter index log_entries_time rename to log_entries_before_time;
alter index log_entries_user rename to log_entries_before_user;
alter index log_entries_impersonator rename to log_entries_before_impersonator;
alter index log_entries_action rename to log_entries_before_action;
drop trigger log_entries_are_immutable on log_entries_before;
create table log_entries (
  like log_entries_before including defaults including constraints,
  constraint log_entries_pkey primary key (id),
  constraint log_entries_domain_id_fkey foreign key (domain_id) references domains (id),
  constraint log_entries_user_id_fkey foreign key (user_id) references users (id),
  constraint log_entries_impersonator_id_fkey foreign key (impersonator_id) references users (id)
) partition by range (id);
create index log_entries_domain on log_entries (domain_id, created_on desc, id desc);
create index log_entries_time on log_entries (created_on desc, id desc);
create index log_entries_user on log_entries (user_id, created_on desc, id desc);
create index log_entries_impersonator on log_entries (impersonator_id, created_on desc, id desc)
  where impersonator_id is not null;
create index log_entries_action on log_entries (domain_id, action collate "C");
create trigger log_entries_are_immutable before update or delete on log_entries
  for each row execute function refuse_log_change();
call begin_parts('log_entries', 'log_entries_before');

drop procedure begin_parts;
