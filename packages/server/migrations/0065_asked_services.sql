-- compatible: a column that releases before this one do not know. A timetabled run of some services that one of them ends during
-- the exchange is compared with runs of all services, this once.
-- the services of which all tests were asked for, sorted: empty for all services, null if only some tests were asked for
alter table test_runs add column asked_service_ids text[];
update test_runs set asked_service_ids = '{}' where is_whole;
