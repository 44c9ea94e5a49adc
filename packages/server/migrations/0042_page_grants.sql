-- What a person has allowed the pages of a service that no operator trusts, for a while and within a session.
create table page_grants (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id) on delete cascade,
  service_id text not null,
  permissions text[] not null,
  -- SHA-256: a token of 256 random bits needs no slow hash.
  token_hash bytea not null unique,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  constraint page_grants_session_service unique (session_id, service_id)
);
create index page_grants_user on page_grants (user_id);
create index page_grants_domain on page_grants (domain_id);
create index page_grants_expires on page_grants (expires_on);
