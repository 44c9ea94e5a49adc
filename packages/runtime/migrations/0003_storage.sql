-- What each domain stores, kept in the transaction of every change: nothing is counted by scanning.
create table stored (
  domain_id text primary key,
  -- Of the live configurations of all services.
  files bigint not null,
  configuration_bytes bigint not null,
  -- Contents of all versions, each once, and 256 bytes for each row that describes them.
  history_bytes bigint not null,
  entries bigint not null,
  entry_bytes bigint not null
);

insert into stored
select domain_id, sum(files), sum(configuration_bytes), sum(history_bytes), sum(entries), sum(entry_bytes)
  from (
    select file.domain_id, count(*) as files, sum(octet_length(blob.content)) as configuration_bytes,
           0 as history_bytes, 0 as entries, 0 as entry_bytes
      from file join blob on blob.domain_id = file.domain_id and blob.checksum = file.checksum
     where file.until_version is null group by file.domain_id
    union all
    select domain_id, 0, 0, sum(octet_length(content)), 0, 0 from blob group by domain_id
    union all
    select domain_id, 0, 0, 256 * count(*), 0, 0 from file group by domain_id
    union all
    select domain_id, 0, 0, 256 * count(*), 0, 0 from version group by domain_id
    union all
    select domain_id, 0, 0, 0, count(*), sum(octet_length(document::text)) from entry group by domain_id
  ) as parts
 group by domain_id;

-- Calls of functions in the minute and on the day of the last one. Each process adds to it every second.
create table invoked (
  domain_id text primary key,
  minute bigint not null,
  minute_calls bigint not null,
  day bigint not null,
  day_calls bigint not null
);

-- Versions before this one were deleted.
alter table configuration add column oldest_version integer not null default 1;
