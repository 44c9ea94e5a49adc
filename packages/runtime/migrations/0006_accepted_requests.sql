-- compatible: a new table, and a column with a default, which processes of the previous release don't use.

-- Signed requests whose signature has no time: an identical one is accepted once per day.
create table accepted_request (
  domain_id text not null,
  service_id text not null,
  function text collate "C" not null,
  digest bytea not null,
  accepted_on timestamptz not null,
  -- Null once the function has answered; a request whose lease is over is accepted again.
  leased_until timestamptz,
  primary key (domain_id, service_id, function, digest)
);
create index accepted_request_time on accepted_request (domain_id, accepted_on);

-- Calls of the addresses of functions on the day of the last call.
alter table invoked add column day_address_calls bigint not null default 0;
