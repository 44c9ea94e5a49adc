-- compatible: a table that releases before this one do not fill; what they take counts as usage of no known version.
-- Usage by version of the configuration: the sums of a day of those events that name one. The key is in the order in which a line of
-- a bill reads it: of a customer a metric in a month. Old months are deleted; the
-- second index finds them.
create table usage_version_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  service_id text not null,
  metric text not null,
  target text not null,
  version integer not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, service_id, metric, day, target, version, user_id, domain_id)
);
create index usage_version_days_day on usage_version_days (day);
