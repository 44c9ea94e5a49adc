-- compatible: a table and a column that releases before this one do not know.
-- Times at which the tests of a domain run by themselves.
create table run_times (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- its place among the few that a domain may have
  position smallint not null,
  rhythm text not null,
  -- minute of the day, UTC
  at_minute smallint not null check (at_minute between 0 and 1439),
  -- of all services where none is named
  service_ids text[] not null,
  retries smallint not null,
  -- null while it is paused
  next_on timestamptz,
  -- the latest time, and what became of it
  last_on timestamptz,
  last_run_id uuid,
  last_note text,
  -- the tests act as whoever saved it last
  saved_by uuid not null references users (id),
  unique (domain_id, position)
);
create index run_times_next on run_times (next_on) where next_on is not null;
-- the timetable has started the run, and no person
alter table test_runs add column is_timetabled boolean not null default false;
