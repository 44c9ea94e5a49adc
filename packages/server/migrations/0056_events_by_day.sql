-- compatible: only an index.
-- Events are deleted day by day and domain by domain. A BRIN index leads to nearly all blocks once new events have filled
-- the space of deleted ones, and each batch read them again. Days and domains repeat, so that this index is small, too.
drop index usage_events_billed;
create index usage_events_billed on usage_events (billed_day, domain_id);
