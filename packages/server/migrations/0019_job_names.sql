-- Jobs are named by area and verb. What waits under a former name goes on under the new one. A fresh database has no
-- queues yet, and the timetable is written anew by each process that runs jobs.
do $$
declare
  former text;
  current text;
begin
  if to_regclass('jobs.queue') is null then return; end if;
  for former, current in values
    ('accounts.mail', 'accounts.send-mail'),
    ('configuration-remove-expired', 'configuration.remove-expired'),
    ('configuration-settle-imports', 'configuration.settle-imports'),
    ('test-run', 'test-runs.execute'),
    ('test-run-watch', 'test-runs.resume')
  loop
    insert into jobs.queue
      select (jsonb_populate_record(queue, jsonb_build_object('name', current))).* from jobs.queue where name = former
      on conflict do nothing;
    update jobs.job set name = current where name = former;
    delete from jobs.queue where name = former;
  end loop;
end $$;
