-- Configuration of one domain in one service. Its row is the lock under which versions are made.
create table configuration (
  domain_id text not null,
  service_id text not null,
  live_version integer not null default 0,
  primary key (domain_id, service_id)
);

-- Contents by git blob id, each domain for itself: SHA-1 can be made to collide, so a content that one domain
-- stored must never be what another domain reads.
create table blob (
  domain_id text not null,
  checksum text not null check (checksum ~ '^[0-9a-f]{40}$'),
  content bytea not null,
  primary key (domain_id, checksum)
);

create table version (
  domain_id text not null,
  service_id text not null,
  version integer not null check (version > 0),
  parent integer,
  created_on timestamptz not null,
  -- Null for the starter configuration.
  author text,
  message text not null,
  commit_sha text,
  files_count integer not null,
  changes_count integer not null,
  primary key (domain_id, service_id, version),
  foreign key (domain_id, service_id) references configuration (domain_id, service_id)
);

-- A file as it stands from one version on, until (not including) another. A version is the rows it lies in,
-- so that a change of one file among thousands writes one row.
create table file (
  domain_id text not null,
  service_id text not null,
  folder_path text collate "C" not null,
  name text collate "C" not null,
  from_version integer not null,
  until_version integer check (until_version > from_version),
  checksum text not null,
  commit_sha text,
  modified_on timestamptz not null,
  primary key (domain_id, service_id, folder_path, name, from_version),
  foreign key (domain_id, service_id, from_version) references version (domain_id, service_id, version),
  foreign key (domain_id, checksum) references blob (domain_id, checksum)
);

create unique index file_live on file (domain_id, service_id, folder_path, name) where until_version is null;
