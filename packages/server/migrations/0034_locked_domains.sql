-- Administrators lock a customer: no one of the domain signs in, and no key of theirs works.
alter table domains add column locked_on timestamptz;
alter table domains add column locked_because text;
alter table domains add check ((locked_on is null) = (locked_because is null));

create index sessions_open_of_domain on sessions (domain_id, last_used_on desc) where ended_on is null;
