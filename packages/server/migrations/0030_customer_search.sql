-- Administrators find customers by the words of what is printed: names, usernames and e-mail addresses of a domain's people.
-- The words stand beside the domain, so that one index finds them and one sorts them.

-- Latin letters without their accents; everything else in ASCII that is neither letter nor digit separates.
create function search_words(given text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0]+'
    ) as word
   where word <> ''
$$;

-- Each word may be the beginning of one that is searched.
create function search_prefixes(given text) returns tsquery language sql immutable as $$
  select coalesce(string_agg(quote_literal(left(word, 100)) || ':*', ' & '), '')::tsquery
    from unnest(search_words(given)) as word
$$;

alter table domains add column search tsvector not null default '';
create index domains_search on domains using gin (search);
create index domains_created on domains (created_on desc, id desc);

create function domain_search(domain uuid, name text) returns tsvector language sql stable as $$
  select array_to_tsvector(array(
    select left(word, 100)
      from unnest(search_words(concat_ws(' ', name, (
        select string_agg(concat_ws(' ', username, email, first_name, last_name), ' ')
          from users where domain_id = domain and removed_on is null
      )))) as word
  ))
$$;

create function keep_domain_search() returns trigger language plpgsql as $$
begin
  new.search := domain_search(new.id, new.name);
  return new;
end $$;
create trigger domains_keep_search before insert or update of name on domains
  for each row execute function keep_domain_search();

create function keep_search_of_users() returns trigger language plpgsql as $$
begin
  update domains set search = domain_search(id, name)
   where id in (select coalesce(new.domain_id, old.domain_id) union select old.domain_id);
  return null;
end $$;
create trigger users_keep_search after insert or delete or
  update of username, email, first_name, last_name, removed_on, domain_id on users
  for each row execute function keep_search_of_users();

update domains set search = domain_search(id, name);

-- What is printed on invoices.
create index cards_last4 on cards (last4);
create index payments_domain on payments (domain_id, id desc);
