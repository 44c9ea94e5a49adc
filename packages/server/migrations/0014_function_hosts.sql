-- compatible: the release before neither reads nor writes this table.

-- Host names at which functions of a domain are called, in small letters. An administrator assigns them.
create table function_hosts (
  host_name text primary key,
  domain_id uuid not null references domains (id),
  created_on timestamptz not null
);
create index function_hosts_domain on function_hosts (domain_id, host_name);
