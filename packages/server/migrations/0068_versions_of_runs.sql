-- compatible: a column that releases before this one do not know.
-- the live version of every service when the run started, null of one that did not say; null for runs before this
alter table test_runs add column versions jsonb;
