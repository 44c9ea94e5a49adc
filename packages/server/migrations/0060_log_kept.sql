-- compatible: the release before never deletes log entries.
-- None is ever rewritten. They are deleted only by a transaction that says which ones, by their age, and goes no further.
create or replace function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and old.created_on < nullif(current_setting('atrium.log_goes_before', true), '')::timestamptz then
    return old;
  end if;
  raise exception 'log entry % cannot be changed', old.id;
end $$;
