-- breaking: the release before writes files without their folded path.
-- Changes of configurations read and write the rows of changed files only.

-- The path in which upper and lower case are the same, as `foldedPathOf` writes it.
alter table file add column folded_path text collate "C";
update file set folded_path = lower(folder_path || '/' || name);
alter table file alter column folded_path set not null;
create index file_folded on file (domain_id, service_id, folded_path) where until_version is null;
create index file_ended on file (domain_id, service_id, until_version) where until_version is not null;
