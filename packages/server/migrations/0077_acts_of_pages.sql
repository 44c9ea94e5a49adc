-- compatible: columns that may be null; what releases before this one write names no page.
-- The service whose page did it for the person; null: no page did.
alter table log_entries add column page_service_id text;
alter table backups add column page_service_id text;
alter table return_wishes add column page_service_id text;
alter table submit_returns add column page_service_id text;
