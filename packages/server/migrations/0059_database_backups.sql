-- compatible: releases before this one do not know the table.
create table database_backups (
  id uuid primary key,
  started_on timestamptz not null,
  ended_on timestamptz not null,
  -- Where it is; null when it failed.
  folder text,
  size_bytes bigint,
  error text
);

create index database_backups_ended_on on database_backups (ended_on, id);
