-- Events that were billed and paid long ago are deleted. What is older than this day counts no more: its id may be
-- among those that are gone.
create table usage_pruning (
  is_only boolean primary key default true check (is_only),
  before date not null
);
-- Small, and made for rows that come in the order of their days.
create index usage_events_billed on usage_events using brin (billed_day);
