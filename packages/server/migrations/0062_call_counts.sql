-- compatible: a table that releases before this one do not know.
-- Calls of this minute by address, added up by all processes. What a crash loses is worth a minute.
create unlogged table call_counts (
  subject text primary key,
  minute integer not null,
  calls integer not null
);
