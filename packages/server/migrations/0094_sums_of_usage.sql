-- breaking: sums of usage are in three tables instead of five, with other columns. Sums of before are dropped, as nothing older is in use.
-- `day` is the day of billing. `used_on` is the day of use, whose price counts: earlier only for usage of closed months.
drop table usage_late_days, usage_version_days, usage_days, usage_metric_days;
delete from usage_months;

create table usage_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  used_on date not null,
  service_id text not null,
  metric text not null,
  target text not null,
  -- Of the configuration; -1 if it is not known.
  version integer not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, day, service_id, metric, target, version, user_id, used_on)
);
create index usage_days_target on usage_days (payer_id, service_id, target, day);
create index usage_days_user on usage_days (domain_id, user_id, day);
create index usage_days_version on usage_days (day) where version >= 0;

-- The same over all targets and versions: totals, plots and invoices must not grow with the number of functions.
create table usage_metric_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  used_on date not null,
  service_id text not null,
  metric text not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, day, user_id, service_id, metric, used_on)
);
create index usage_metric_days_day on usage_metric_days (day);

-- Events of before there were parts.
drop trigger usage_events_known on usage_events;
drop function skip_known_usage_event();
drop table usage_events_before;
