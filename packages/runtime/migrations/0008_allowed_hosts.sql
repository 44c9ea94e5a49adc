-- compatible: a new table, and a column with a default, which processes of the previous release don't use.

-- Hosts that functions of a domain may reach if they declare them.
create table allowed_host (
  domain_id text not null,
  host text collate "C" not null,
  allowed_on timestamptz not null,
  allowed_by text not null,
  primary key (domain_id, host)
);

-- Requests of functions to other hosts on the day of the last call.
alter table invoked add column day_fetches bigint not null default 0;
