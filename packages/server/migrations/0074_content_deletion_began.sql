-- compatible: a column that may be null, and a check that keeps releases before this one, too, from reopening a domain whose
-- content is being deleted.
-- since when the content of a closed domain is being deleted: part of it may be gone, and no one reopens it any more
alter table domains add column content_deletion_began_on timestamptz;
alter table domains add check (content_deletion_began_on is null or closed_on is not null);
