-- compatible: indexes, which the release before does not ask for.
-- PostgreSQL looks for files of each content and version that is deleted, and without these it read all those of the domain each
-- time. Building them takes about 15 seconds for each million files, in which no file can be written.
create index file_blob on file (domain_id, checksum);
create index file_version on file (domain_id, service_id, from_version);
