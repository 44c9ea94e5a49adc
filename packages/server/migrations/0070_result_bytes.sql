-- compatible: a column with a default that releases before this one do not know; what they write is not counted.
-- what the results of the run take, counted as they are written; 0 for runs before this
alter table test_runs add column result_bytes bigint not null default 0;
