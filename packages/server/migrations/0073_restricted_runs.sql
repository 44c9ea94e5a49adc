-- compatible: columns that may be null; what releases before this one write is not restricted, and what they execute neither.
-- What the access key or page that started it was allowed; null: all that the person has by then.
alter table test_runs add column permissions text[];
alter table change_searches add column permissions text[];
alter table run_times add column permissions text[];
alter table return_wishes add column permissions text[];
