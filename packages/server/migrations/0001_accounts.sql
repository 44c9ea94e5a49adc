-- Tenants, people, sessions. Every later table names a domain.

create table domains (
  id uuid primary key,
  name text not null,
  host_name text,
  default_path text not null default '/console/',
  created_on timestamptz not null
);
create unique index domains_host_name on domains (lower(host_name));

create table users (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  parent_id uuid references users (id),
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  -- argon2id in PHC form; null until an invited child user has chosen a password
  password_hash text,
  is_admin boolean not null default false,
  roles text[] not null default '{}',
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  email_confirmed_on timestamptz,
  -- an address that waits for its confirmation
  pending_email text,
  created_on timestamptz not null,
  removed_on timestamptz
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_domain on users (domain_id, id);
create index users_parent on users (parent_id, id);

create table sessions (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  user_agent text not null,
  address text not null,
  created_on timestamptz not null,
  last_used_on timestamptz not null,
  expires_on timestamptz not null,
  ended_on timestamptz,
  ended_because text
);
create index sessions_user on sessions (user_id, id);

-- One row for each refresh token ever given in a session; using a used one ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Confirmation, reset, invitation and custom sign-in tokens: random, single use, stored hashed.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('confirm', 'reset', 'invite', 'change-email', 'custom-login')),
  user_id uuid not null references users (id),
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);

-- Failed sign-ins, counted per account and per address.
create table sign_in_attempts (
  subject text primary key,
  failures integer not null,
  window_started_on timestamptz not null,
  blocked_until timestamptz
);

-- Keys (private JWK, Ed25519) that sign access tokens and service tokens; shared by all web processes.
create table signing_keys (
  id text primary key,
  private_jwk jsonb not null,
  created_on timestamptz not null
);
