-- Every call of a service's functions in an hour, for what the last 24 hours were like. `durations` as in function_day.
create table service_hour (
  domain_id text not null,
  service_id text not null,
  hour timestamptz not null,
  calls bigint not null,
  errors bigint not null,
  durations integer[] not null,
  primary key (domain_id, service_id, hour)
);
