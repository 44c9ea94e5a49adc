-- Public keys of machines. A machine signs in with the private half, as a user or as a service.
create table access_keys (
  id text primary key,
  key text not null,
  type text not null,
  fingerprint text not null,
  domain_id uuid references domains (id),
  user_id uuid references users (id),
  service_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  check ((user_id is null) <> (service_id is null))
);

-- Private keys (JWK, Ed25519) of the shipped services, handed to their process at start; shared by all machines.
create table service_keys (
  service_id text primary key,
  access_key_id text not null references access_keys (id),
  private_jwk jsonb not null
);
