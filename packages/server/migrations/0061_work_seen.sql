-- compatible: a table and indexes that releases before this one do not know.
-- Until when people have seen what became of the work that they started.
create table work_seen (
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  seen_on timestamptz not null,
  primary key (domain_id, user_id)
);
-- Whoever is there already begins with nothing new.
insert into work_seen (domain_id, user_id, seen_on) select domain_id, id, now() from users;

-- The work of one person, newest first.
create index git_operations_person on git_operations (domain_id, user_id, started_on desc, id desc);
create index test_runs_person on test_runs (domain_id, requested_by, started_on desc, id desc);
create index change_searches_person on change_searches (domain_id, requested_by, started_on desc, id desc);
