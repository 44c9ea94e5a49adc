-- Entries of collections. `configured` ones come from the configuration and are replaced with it; the others
-- were written by functions and people, and stay. An entry that was changed since is no longer configured.
create table entry (
  domain_id text not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  document jsonb not null,
  is_configured boolean not null,
  created_on timestamptz not null,
  modified_on timestamptz not null,
  primary key (domain_id, collection, id)
);

create index entry_document on entry using gin (document jsonb_path_ops);
