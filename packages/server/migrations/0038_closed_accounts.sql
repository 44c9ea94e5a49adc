-- An owner closes their account: the domain stands still, and its content is deleted some time later.
alter table domains add column closed_on timestamptz;
alter table domains add column content_ends_on timestamptz;
alter table domains add column content_deleted_on timestamptz;
alter table domains add check ((closed_on is null) = (content_ends_on is null));
create index domains_closed on domains (content_ends_on) where closed_on is not null and content_deleted_on is null;
