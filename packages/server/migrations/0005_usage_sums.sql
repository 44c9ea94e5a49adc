-- breaking: the release before reads and writes the sums that this one replaces.
-- Totals must not grow with users or versions: a row of each user, and one of all of a payer (the user with the id 0); test runs
-- apart, which have prices of their own.
drop table usage_metric_days;
create table usage_metric_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  used_on date not null,
  service_id text not null,
  metric text not null,
  -- `test`, or `*` for everything else
  target text not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, day, user_id, service_id, metric, target, used_on)
);
create index usage_metric_days_day on usage_metric_days (day);
create index usage_metric_days_user on usage_metric_days (payer_id, user_id, day);

insert into usage_metric_days
select domain_id, payer_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), day, used_on, service_id, metric, summed,
  sum(calls), sum(milliseconds), sum(bytes)
from usage_days cross join lateral (select case target when 'test' then 'test' else '*' end as summed) as named
group by domain_id, payer_id, day, used_on, service_id, metric, summed, grouping sets ((user_id), ());

-- Of thousands of paid invoices, the few unpaid ones.
create index invoices_open on invoices (domain_id, user_id, month desc, id desc) where paid_on is null;
