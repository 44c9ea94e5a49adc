-- Tenants, people, sessions. Every later table names a domain.

create table domains (
  id uuid primary key,
  name text not null,
  host_name text,
  default_path text not null default '/console/',
  -- the platform's own domain: its settings answer for unknown hosts, its owner is the first administrator
  is_default boolean not null default false,
  created_on timestamptz not null
);
create unique index domains_host_name on domains (lower(host_name));
create unique index domains_default on domains (is_default) where is_default;

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
create unique index users_username on users (lower(username)) where removed_on is null;
-- Only a confirmed address belongs to somebody: registering with a taken one must look as with a free one.
create unique index users_email on users (lower(email))
  where removed_on is null and email_confirmed_on is not null;
create index users_any_email on users (lower(email));
create index users_domain on users (domain_id, id);
create index users_parent on users (parent_id, id);

create table sessions (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  -- who signed in as this user with a custom token, when that was somebody else
  impersonator_id uuid references users (id),
  user_agent text not null,
  address text not null,
  created_on timestamptz not null,
  last_used_on timestamptz not null,
  expires_on timestamptz not null,
  ended_on timestamptz,
  ended_because text
);
create index sessions_user on sessions (user_id, id);
create index sessions_ended on sessions (ended_on) where ended_on is not null;

-- One row for each refresh token ever given in a session; using a used one ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Confirmation, reset, invitation and custom sign-in tokens: random, single use, stored hashed.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('confirm', 'reset', 'invite', 'change-email', 'custom-login')),
  user_id uuid not null references users (id) on delete cascade,
  -- who asked for it, when that is not the user
  issuer_id uuid references users (id),
  -- the address that the token proves
  email text,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);

-- Failed sign-ins and mails asked for, counted per account, per address and per mailbox.
create table attempt_counts (
  subject text primary key,
  attempts integer not null,
  window_started_on timestamptz not null
);

-- Mails kept instead of sent while no SMTP server is set: the development mailbox of all processes.
create table development_mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_on timestamptz not null
);

-- Keys (private JWK, Ed25519) that sign access tokens and service tokens; shared by all web processes.
create table signing_keys (
  id text primary key,
  private_jwk jsonb not null,
  created_on timestamptz not null
);
