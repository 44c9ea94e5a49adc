-- A session that was opened with a custom token names what made the token, and ends with it.
alter table sessions add column opened_by_session_id uuid references sessions (id) on delete cascade;
alter table sessions add column opened_by_key_id text;
-- The session is over then, however much it is used.
alter table sessions add column ends_by timestamptz;
create index sessions_opened_by_session on sessions (opened_by_session_id) where opened_by_session_id is not null;
create index sessions_opened_by_key on sessions (opened_by_key_id) where opened_by_key_id is not null;
create index sessions_impersonator on sessions (impersonator_id) where impersonator_id is not null;

alter table one_time_tokens add column issuer_session_id uuid references sessions (id) on delete cascade;
alter table one_time_tokens add column issuer_key_id text;
-- When what it opens ends at the latest.
alter table one_time_tokens add column ends_by timestamptz;
create index one_time_tokens_issuer on one_time_tokens (issuer_id) where issuer_id is not null;

-- What made these is not known.
update sessions set ended_on = now(), ended_because = 'signed in as by another person, before such sessions named their origin'
  where impersonator_id is not null and ended_on is null;
delete from one_time_tokens where purpose = 'custom-login';
