-- Administrators search the log of all domains by time and by who acted, page after page.
create index log_entries_time on log_entries (created_on desc, id desc);
create index log_entries_user on log_entries (user_id, created_on desc, id desc);
create index log_entries_impersonator on log_entries (impersonator_id, created_on desc, id desc)
  where impersonator_id is not null;
