-- compatible: a column with a default, which processes of the previous release don't use.

-- Bytes that requests of functions to other hosts sent and received on the day of the last call.
alter table invoked add column day_fetch_bytes bigint not null default 0;
