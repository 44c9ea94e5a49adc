-- compatible: one more index, which the release before does not use.
-- What a call is found by: its words and its marks (function, status, source, user), each with the log it is in before it,
-- because a search asks for all words with a beginning, and must not read those of other domains. They are cut: neither the
-- index nor a tsvector takes every length.
create function log_words(log text, search tsvector, marks text[]) returns tsvector
  -- The cost is far above that of reading an entry's own words, so that it is only called to write the index. Not parallel
  -- safe: to start workers takes longer than what is asked with it.
  language plpgsql immutable cost 1000 as $$
declare
  prefix text := to_hex(hashtext(log)) || '/';
begin
  return array_to_tsvector(
    array(select prefix || left(word, 200) from unnest(tsvector_to_array(search)) as word)
    || array(select prefix || '=' || left(mark, 200) from unnest(marks) as mark));
end $$;

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

-- Only for days to come, because building it for what is there would stop the log for minutes; invocation_search still
-- serves those days, and may go with a release that comes when they are over.
create index invocation_words on only invocation using gin (
  log_words(domain_id || ' ' || service_id, search, array[function, status, source, user_id])
);
