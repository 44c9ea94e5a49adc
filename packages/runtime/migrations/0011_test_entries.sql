-- compatible: a new table and a new index
-- What tests write and delete, seen over the live entries. Each test keeps its rows in a transaction that is rolled back.
create unlogged table test_entry (
  domain_id text not null,
  test_id uuid not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  document jsonb,
  primary key (domain_id, test_id, collection, id)
);

create index entry_configured on entry (domain_id) where is_configured;
