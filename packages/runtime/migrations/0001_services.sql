-- Tables of the shipped services, grouped by area.

--
-- Configuration: versions and their files
--

-- Configuration of one domain in one service. Its row is the lock under which versions are made.
create table configuration (
  domain_id text not null,
  service_id text not null,
  live_version integer not null default 0,
  -- Versions before this one were deleted.
  oldest_version integer not null default 1,
  primary key (domain_id, service_id)
);

-- Contents by git blob id, each domain for itself: SHA-1 can be made to collide, so a content that one domain
-- stored must never be what another domain reads.
create table blob (
  domain_id text not null,
  checksum text not null check (checksum ~ '^[0-9a-f]{40}$'),
  content bytea not null,
  primary key (domain_id, checksum)
);

create table version (
  domain_id text not null,
  service_id text not null,
  version integer not null check (version > 0),
  parent integer,
  created_on timestamptz not null,
  -- Null for the starter configuration.
  author text,
  message text not null,
  commit_sha text,
  files_count integer not null,
  changes_count integer not null,
  primary key (domain_id, service_id, version),
  foreign key (domain_id, service_id) references configuration (domain_id, service_id)
);

-- A file as it stands from one version on, until (not including) another. A version is the rows it lies in,
-- so that a change of one file among thousands writes one row.
create table file (
  domain_id text not null,
  service_id text not null,
  folder_path text collate "C" not null,
  name text collate "C" not null,
  from_version integer not null,
  until_version integer check (until_version > from_version),
  checksum text not null,
  commit_sha text,
  modified_on timestamptz not null,
  primary key (domain_id, service_id, folder_path, name, from_version),
  foreign key (domain_id, service_id, from_version) references version (domain_id, service_id, version),
  foreign key (domain_id, checksum) references blob (domain_id, checksum)
);
create unique index file_live on file (domain_id, service_id, folder_path, name) where until_version is null;
-- PostgreSQL looks for files of each content and version that is deleted, and without these it read all those of the domain each
-- time.
create index file_blob on file (domain_id, checksum);
create index file_version on file (domain_id, service_id, from_version);

--
-- Content
--

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
create index entry_configured on entry (domain_id) where is_configured;

create unlogged table test_entry (
  domain_id text not null,
  test_id uuid not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  document jsonb,
  primary key (domain_id, test_id, collection, id)
);

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

--
-- Storage
--

-- What each domain stores, kept in the transaction of every change: nothing is counted by scanning.
create table stored (
  domain_id text primary key,
  -- Of the live configurations of all services.
  files bigint not null,
  configuration_bytes bigint not null,
  -- Contents of all versions, each once, and 256 bytes for each row that describes them.
  history_bytes bigint not null,
  entries bigint not null,
  entry_bytes bigint not null
);

-- Calls of functions in the minute and on the day of the last one. Each process adds to it every second.
create table invoked (
  domain_id text primary key,
  minute bigint not null,
  minute_calls bigint not null,
  day bigint not null,
  day_calls bigint not null,
  -- Milliseconds of processor time on the day of the last call, of functions and tests.
  day_cpu_ms double precision not null default 0
);

--
-- Calls of functions
--

-- What was called. An id is a UUID v7, so its order is that of time, and a partition holds the ids of one day (UTC):
-- the process creates them ahead and drops old ones whole.
create table invocation (
  domain_id text not null,
  service_id text not null,
  id uuid not null,
  function text collate "C" not null,
  event text,
  version integer not null,
  user_id text not null,
  source text not null check (source in ('API', 'CONSOLE')),
  status text not null check (status in ('OK', 'FAIL')),
  duration_ms real not null,
  memory_bytes bigint not null,
  error text,
  input text not null,
  result text not null,
  console text not null,
  failure text,
  bytes integer not null,
  search tsvector not null,
  primary key (domain_id, service_id, id)
) partition by range (id);
create index invocation_function on invocation (domain_id, service_id, function, id);
create index invocation_fail on invocation (domain_id, service_id, id) where status = 'FAIL';
create index invocation_search on invocation using gin (search);

-- What a call is found by: its words and its marks (function, status, source, user), each with the log it is in before it,
-- because a search asks for all words with a beginning, and must not read those of other domains. They are cut: neither the
-- index nor a tsvector takes every length.
create function log_words(log text, search tsvector, marks text[]) returns tsvector
  -- The cost is far above that of reading an entry's own words, so that it is only called to write the index. Not parallel
  -- safe: starting workers takes longer than such a query.
  language plpgsql immutable cost 1000 as $$
declare
  prefix text := to_hex(hashtext(log)) || '/';
begin
  return array_to_tsvector(
    array(select prefix || left(word, 200) from unnest(tsvector_to_array(search)) as word)
    || array(select prefix || '=' || left(mark, 200) from unnest(marks) as mark));
end $$;
create index invocation_words on only invocation using gin (
  log_words(domain_id || ' ' || service_id, search, array[function, status, source, user_id])
);

-- How much of the log each domain uses, and how much it may.
create table invocation_log (
  domain_id text primary key,
  bytes bigint not null,
  limit_bytes bigint not null
);

-- Every call of a function on a day, whether the log kept it or not. `durations` counts calls by length; the bounds
-- double, from half a millisecond on.
create table function_day (
  domain_id text not null,
  service_id text not null,
  day date not null,
  function text collate "C" not null,
  calls bigint not null,
  errors bigint not null,
  duration_ms double precision not null,
  durations integer[] not null,
  primary key (domain_id, service_id, day, function)
);

-- Every call of a service's functions in an hour, for what the last 24 hours were like. `durations` as in function_day.
create table service_hour (
  domain_id text not null,
  service_id text not null,
  hour timestamptz not null,
  calls bigint not null,
  errors bigint not null,
  durations integer[] not null,
  primary key (domain_id, service_id, hour)
);

create function find_log_words() returns trigger language plpgsql as $$
begin
  new.search := to_tsvector('simple', translate(
    concat_ws(' ', new.function, new.error, left(new.console, 10000)),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
    repeat(' ', 32)
  ));
  return new;
end $$;
create trigger invocation_search before insert on invocation
  for each row when (new.search is null) execute function find_log_words();

--
-- Tests
--

-- Cancels of the last hour, for processes that miss their announcement. An empty test_id stands for a whole run.
create table canceled_test (
  domain_id text not null,
  run_id text not null,
  test_id text not null,
  canceled_on timestamptz not null,
  primary key (domain_id, run_id, test_id)
);

--
-- Functions of queries
--

-- The same for what is looked for: the beginnings of words, and marks; all of them.
create function log_query(log text, words text, marks text[]) returns tsquery
  language plpgsql immutable as $$
declare
  prefix text := to_hex(hashtext(log)) || '/';
  -- The index knows no order of words.
  wanted text := replace(to_tsquery('simple', words)::text, ' <-> ', ' & ');
  mark text;
begin
  wanted := regexp_replace(wanted, '''([^'']+)''', '''' || prefix || '\1''', 'g');
  foreach mark in array marks loop
    mark := replace(replace(prefix || '=' || left(mark, 200), '\', '\\'), '''', '''''');
    wanted := concat_ws(' & ', nullif(wanted, ''), '''' || mark || '''');
  end loop;
  return wanted::tsquery;
end $$;

create function entry_sort_key(document jsonb, field text) returns jsonb
language sql immutable parallel safe
return case jsonb_typeof(document -> field)
  when 'string' then
    case when length(document ->> field) <= 200 then document -> field else to_jsonb(left(document ->> field, 200)) end
  when 'array' then '["list"]'
  when 'object' then '["object"]'
  else coalesce(document -> field, '{}')
end;
