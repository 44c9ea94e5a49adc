-- compatible: the release before writes into the parts as into one table; only its nightly deletion of old events is refused.
-- Events in parts by the month of their use: only the index of a month grows, and old months go at once. A repeat has the
-- same id and the same time, and so meets itself in its part. What is there already is not moved: it goes with time.
alter table usage_events rename to usage_events_before;
alter table usage_events_before rename constraint usage_events_pkey to usage_events_before_pkey;
alter index usage_events_billed rename to usage_events_before_billed;

create table usage_events (
  id text not null,
  service_id text not null,
  batch_id text not null,
  domain_id uuid not null,
  user_id uuid not null,
  metric text not null,
  target text not null,
  type text not null check (type in ('COUNTER', 'MEMORY', 'TIMER')),
  quantity bigint not null check (quantity >= 0),
  at timestamptz not null,
  billed_day date not null,
  primary key (service_id, id, at, domain_id)
) partition by range (at);
create index usage_events_billed on usage_events (billed_day, domain_id);

-- For times that have no part yet: made by a job, which takes from here what belongs there.
create table usage_events_other partition of usage_events default;

create function skip_known_usage_event() returns trigger language plpgsql as $$
begin
  if exists (select from usage_events_before where service_id = new.service_id and id = new.id) then
    return null;
  end if;
  return new;
end $$;

-- No event of before this migration is of later than tomorrow, so that soon nothing needs to look there.
do $$
begin
  execute format('create trigger usage_events_known before insert on usage_events for each row when (new.at < %L)
    execute function skip_known_usage_event()', now() + interval '1 day');
end $$;

-- Events are deleted only by a transaction that says which ones, by the day they were billed, and goes no further. It also
-- stops the release before, which deletes by the place of a row: that is one place in each part.
create function refuse_usage_deletion() returns trigger language plpgsql as $$
begin
  if old.billed_day < nullif(current_setting('atrium.usage_goes_before', true), '')::date then
    return old;
  end if;
  raise exception 'usage event % cannot be deleted', old.id;
end $$;
create trigger usage_events_are_kept before delete on usage_events
  for each row execute function refuse_usage_deletion();
create trigger usage_events_before_are_kept before delete on usage_events_before
  for each row execute function refuse_usage_deletion();
