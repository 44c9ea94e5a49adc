-- compatible: new tables and a function
-- Value by which entries are sorted. Texts count by their first 200 characters, lists and objects by their kind; an entry
-- without the field comes last.
create function entry_sort_key(document jsonb, field text) returns jsonb
language sql immutable parallel safe
return case jsonb_typeof(document -> field)
  when 'string' then
    case when length(document ->> field) <= 200 then document -> field else to_jsonb(left(document ->> field, 200)) end
  when 'array' then '["list"]'
  when 'object' then '["object"]'
  else coalesce(document -> field, '{}')
end;

-- Fields by which a collection asks to be sorted, in its metadata file.
create table collection_index (
  domain_id text not null,
  collection text collate "C" not null,
  field text collate "C" not null,
  index_id bigint generated always as identity,
  -- Entries up to this id are in the index.
  built_to text collate "C" not null default '',
  built_entries bigint not null default 0,
  is_ready boolean not null default false,
  -- The collection's file names the field no more: the rows are being deleted.
  is_dropped boolean not null default false,
  primary key (domain_id, index_id)
);
create unique index collection_index_field on collection_index (domain_id, collection, field) where not is_dropped;
create index collection_index_unfinished on collection_index (domain_id) where not is_ready or is_dropped;

-- One row of each entry in each index, written in the entry's transaction.
create table entry_index (
  domain_id text not null,
  index_id bigint not null,
  value jsonb not null,
  id text collate "C" not null,
  primary key (domain_id, index_id, value, id)
);
