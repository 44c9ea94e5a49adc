-- Access keys that people make for themselves and for programs of theirs, with some of their permissions.
create table own_keys (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  label text not null,
  kind text not null check (kind in ('token', 'public-key')),
  -- SHA-256: a token of 256 random bits needs no slow hash.
  token_hash bytea unique,
  public_key text,
  fingerprint text,
  permissions text[] not null,
  created_on timestamptz not null,
  expires_on timestamptz,
  last_used_on timestamptz,
  last_used_address text,
  check ((kind = 'token') = (token_hash is not null)),
  check ((kind = 'public-key') = (public_key is not null)),
  check ((kind = 'public-key') = (fingerprint is not null))
);
create index own_keys_user on own_keys (user_id);
create index own_keys_domain on own_keys (domain_id);

-- What a device asks for, until a person has allowed it in their browser and the device has collected its key.
create table key_requests (
  device_code_hash bytea primary key,
  user_code text not null,
  label text not null,
  permissions text[] not null,
  address text not null,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  domain_id uuid references domains (id),
  user_id uuid references users (id),
  is_refused boolean not null default false,
  check ((domain_id is null) = (user_id is null)),
  check (not is_refused or user_id is null),
  constraint key_requests_user_code unique (user_code)
);
create index key_requests_expires on key_requests (expires_on);
