-- compatible: a trigger finds the words, whichever release inserts.
-- A search looks for the beginnings of runs of letters and digits. PostgreSQL alone takes orders/create, example.com or a_b@c.d
-- as one word each, so that nothing but its first part was found. What is there already keeps the words that it has.
alter table invocation alter column search drop expression;

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
