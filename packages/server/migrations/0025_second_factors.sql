-- Second factors of users: authenticator apps and passkeys, and the codes for the day on which they are lost.

create table authenticators (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- sealed
  secret text not null,
  -- the last 30 seconds whose code was accepted: none is accepted twice
  last_step bigint,
  created_on timestamptz not null,
  -- null until a first code has shown that the app has the secret
  confirmed_on timestamptz,
  last_used_on timestamptz
);
create index authenticators_user on authenticators (user_id, id);

create table passkeys (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_on timestamptz not null,
  last_used_on timestamptz
);
create index passkeys_user on passkeys (user_id, id);
create unique index passkeys_credential on passkeys (credential_id);

-- Random, single use, stored hashed.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  domain_id uuid not null references domains (id),
  code_hash bytea not null,
  created_on timestamptz not null,
  used_on timestamptz,
  primary key (user_id, code_hash)
);

-- What stands between two steps: of a sign-in, or of adding a passkey. Single use, stored hashed.
create table sign_in_challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'set-up', 'passkey-login', 'add-passkey')),
  -- null while a passkey is asked who its user is
  user_id uuid references users (id) on delete cascade,
  domain_id uuid references domains (id),
  -- what the passkey has to sign
  signed_challenge text,
  created_on timestamptz not null,
  expires_on timestamptz not null
);
create index sign_in_challenges_expired on sign_in_challenges (expires_on);

alter table domains add column requires_second_factor boolean not null default false;
