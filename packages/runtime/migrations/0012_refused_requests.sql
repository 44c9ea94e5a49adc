-- compatible: the release before neither reads nor writes this table.

-- Requests to the addresses of functions that were refused before the function started.
create table refused_request (
  domain_id text not null,
  service_id text not null,
  function text collate "C" not null,
  -- In UTC.
  day date not null,
  reason text not null,
  count bigint not null,
  first_on timestamptz not null,
  last_on timestamptz not null,
  primary key (domain_id, service_id, function, day, reason)
);
