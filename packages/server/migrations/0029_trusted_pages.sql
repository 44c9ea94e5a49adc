-- Pages of a service run with the rights of the console only if an operator says so; all others are sandboxed. Those
-- that were registered before were registered as trusted, for the documents said that they had to be.
alter table services add column is_trusted boolean not null default false;
update services set is_trusted = has_ui;
