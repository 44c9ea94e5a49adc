-- compatible: a table that the release before neither fills nor reads; usage that it takes late keeps the price of its day of billing.
-- Usage of closed months by its day of use, whose price it has. The other sums contain it on `day`, the day it is billed on.
create table usage_late_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  used_on date not null,
  service_id text not null,
  metric text not null,
  target text not null,
  type text not null,
  quantity bigint not null,
  primary key (payer_id, day, user_id, service_id, metric, target, type, used_on, domain_id)
);
