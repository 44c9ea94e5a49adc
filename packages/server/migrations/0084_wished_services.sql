-- compatible: columns that may be null. Wishes of releases before this one name no services, and are due as until now; for imports
-- that these complete, the time at which they began counts.
-- The services of a submit that is to be tested: its run waits for each of them.
alter table return_wishes add column service_ids text[];
-- When it was noted that the service had made the version.
alter table backups add column imported_on timestamptz;
