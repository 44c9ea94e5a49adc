-- compatible: columns with defaults.
-- How often a test that fails is tried again.
alter table test_runs add column retries smallint not null default 0;
-- the failures after which the test was tried again, oldest first; null without any
alter table test_results add column failed_tries jsonb;
