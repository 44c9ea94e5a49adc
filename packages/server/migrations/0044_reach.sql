-- Which files each test reached, and with what content.

-- Contents of files that tests have reached.
create table reached_files (
  id integer generated always as identity primary key,
  domain_id uuid not null references domains (id),
  service_id text not null,
  folder_path text not null,
  name text not null,
  -- git blob id of the content
  checksum text not null,
  -- the last run in which a test that reached exactly this content passed; written with each run, so no key refers to it
  passed_run_id uuid,
  passed_on timestamptz,
  constraint reached_files_content unique (domain_id, service_id, folder_path, name, checksum)
) with (fillfactor = 70);

-- What one test reached. Runs of the same contents share it: their results name it by eight bytes.
create table reaches (
  id bigint generated always as identity primary key,
  domain_id uuid not null references domains (id),
  -- of the ids of the files, in their order: half of a SHA-256
  digest uuid not null,
  file_ids integer[] not null,
  constraint reaches_digest unique (domain_id, digest)
);

-- Null where a service does not say what its tests reach.
alter table test_results add column reach_id bigint;
