-- The version that was live once a pull had been submitted: what differs in it from the remote was decided to differ.
-- Not known of what was exchanged before.
alter table exchanges add column submitted_version integer;
