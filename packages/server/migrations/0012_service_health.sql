-- What the platform last saw of each service's health: one process at a time looks, and tells of changes.
create table service_health (
  service_id text primary key references services (id) on delete cascade,
  checked_on timestamptz not null,
  -- UP, DOWN, DEGRADED or N/A; null until somebody has looked
  backend text,
  frontend text
);
