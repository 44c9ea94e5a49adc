-- How the checks of each service ended, by the day (UTC): what happened before this table is not known.
create table service_health_days (
  service_id text not null references services (id) on delete cascade,
  day date not null,
  checks integer not null,
  degraded integer not null,
  down integer not null,
  primary key (service_id, day)
);
