-- Usage is metered by function. What pages and invoices read of it must not grow with the number of functions.

-- The sums of all targets of a metric, by day: what totals, plots and invoices are made of.
create table usage_metric_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  service_id text not null,
  metric text not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, day, user_id, service_id, metric)
);
create index usage_metric_days_day on usage_metric_days (day);

-- The sums of a month by target: what each function costs in months without a change of prices.
create table usage_months (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  month text not null,
  service_id text not null,
  metric text not null,
  target text not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, month, service_id, metric, target, user_id)
);

-- The days of a few targets: those with a price of their own, and those that a page shows.
create index usage_days_target on usage_days (payer_id, service_id, target, day);

insert into usage_metric_days
select domain_id, payer_id, user_id, day, service_id, metric,
  coalesce(sum(quantity) filter (where type = 'COUNTER'), 0),
  coalesce(sum(quantity) filter (where type = 'TIMER'), 0),
  coalesce(sum(quantity) filter (where type = 'MEMORY'), 0)
from usage_days
group by 1, 2, 3, 4, 5, 6;

insert into usage_months
select domain_id, payer_id, user_id, to_char(day, 'YYYY-MM'), service_id, metric, target,
  coalesce(sum(quantity) filter (where type = 'COUNTER'), 0),
  coalesce(sum(quantity) filter (where type = 'TIMER'), 0),
  coalesce(sum(quantity) filter (where type = 'MEMORY'), 0)
from usage_days
group by 1, 2, 3, 4, 5, 6, 7;
