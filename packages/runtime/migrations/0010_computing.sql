-- compatible: a column with a default, which the release before neither reads nor writes.
-- Milliseconds of processor time on the day of the last call, of functions and tests.
alter table invoked add column day_cpu_ms double precision not null default 0;
