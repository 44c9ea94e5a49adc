-- compatible: a column that the release before neither reads nor writes.

-- Since when a service has not answered; null unless its health is DOWN.
alter table service_health add column down_since timestamptz;
