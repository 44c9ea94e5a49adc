-- The log says what happened: it is added to, and never rewritten, whatever the program does.

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'log entry % cannot be changed', old.id;
end $$;
create trigger log_entries_are_immutable before update or delete on log_entries
  for each row execute function refuse_log_change();
