-- compatible: the release before asks with the same functions, and finds more.
-- Customers are found by letters that are no letter with an accent (Łukasz, Großmann), and by names with an apostrophe however it is typed.

-- Apostrophes separate, as does everything in ASCII that is neither letter nor digit.
create or replace function search_words(given text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(
      replace(replace(replace(replace(replace(replace(
        translate(
          lower(translate(
            regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'),
            'ŁĐÐØĦŦŊÆŒÞẞ', 'łđðøħŧŋæœþß')),
          'łđðøıħŧŋĸ', 'lddoihtnk'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ŉ', 'n'), 'ə', 'e'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u00b4\u02b9-\u02bd\u2018-\u201b\u2032]+'
    ) as word
   where word <> ''
$$;

-- Without apostrophes: `oneill` and `o'neill` are the same.
create function without_apostrophes(given text) returns text language sql immutable as $$
  select regexp_replace(given, '[''`\u00b4\u02b9-\u02bd\u2018-\u201b\u2032\uff07]', '', 'g')
$$;

-- Each word may be the beginning of one that is searched.
create or replace function search_prefixes(given text) returns tsquery language sql immutable as $$
  select coalesce(string_agg(quote_literal(left(word, 100)) || ':*', ' & '), '')::tsquery
    from unnest(search_words(without_apostrophes(given))) as word
$$;

create or replace function domain_search(domain uuid, name text) returns tsvector language sql stable as $$
  with given as (
    select concat_ws(' ', name, (
      select string_agg(concat_ws(' ', username, email, first_name, last_name), ' ')
        from users where domain_id = domain and removed_on is null
    )) as words
  )
  select array_to_tsvector(array(
    select left(word, 100) from given, unnest(search_words(words)) as word
    union
    select left(word, 100) from given, unnest(search_words(without_apostrophes(words))) as word
  ))
$$;

update domains set search = domain_search(id, name);
