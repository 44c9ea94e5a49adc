-- Devices on which a user has signed in: guesses made elsewhere do not shut them out. The cookie is stored hashed.
create table known_devices (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  first_used_on timestamptz not null,
  last_used_on timestamptz not null
);
create unique index known_devices_user on known_devices (user_id, token_hash);
create index known_devices_token on known_devices (token_hash);

alter table sessions add column device_id uuid references known_devices (id) on delete set null;
create index sessions_device on sessions (device_id) where device_id is not null;
-- When the person last proved in this session who they are.
alter table sessions add column confirmed_on timestamptz;

-- Subjects are named in another way from now on.
delete from attempt_counts;
