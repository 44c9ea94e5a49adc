-- What was called. An id is a UUID v7, so its order is that of time, and a partition holds the ids of one day (UTC):
-- the process creates them ahead and drops old ones whole.
create table invocation (
  domain_id text not null,
  service_id text not null,
  id uuid not null,
  function text collate "C" not null,
  event text,
  version integer not null,
  user_id text not null,
  source text not null check (source in ('API', 'CONSOLE')),
  status text not null check (status in ('OK', 'FAIL')),
  duration_ms real not null,
  memory_bytes bigint not null,
  error text,
  input text not null,
  result text not null,
  console text not null,
  failure text,
  bytes integer not null,
  search tsvector not null generated always as (
    to_tsvector('simple', function || ' ' || coalesce(error, '') || ' ' || left(console, 10000))
  ) stored,
  primary key (domain_id, service_id, id)
) partition by range (id);

create index invocation_function on invocation (domain_id, service_id, function, id);
create index invocation_fail on invocation (domain_id, service_id, id) where status = 'FAIL';
create index invocation_search on invocation using gin (search);

-- How much of the log each domain uses, and how much it may.
create table invocation_log (
  domain_id text primary key,
  bytes bigint not null,
  limit_bytes bigint not null
);

-- Every call of a function on a day, whether the log kept it or not. `durations` counts calls by length; the bounds
-- double, from half a millisecond on.
create table function_day (
  domain_id text not null,
  service_id text not null,
  day date not null,
  function text collate "C" not null,
  calls bigint not null,
  errors bigint not null,
  duration_ms double precision not null,
  durations integer[] not null,
  primary key (domain_id, service_id, day, function)
);
