-- Sign-in with providers of OpenID Connect: a domain's own, and those for everyone.

create table identity_providers (
  id uuid primary key,
  -- null: for everyone, set up by an administrator
  domain_id uuid references domains (id),
  name text not null,
  -- never changed: what identifies people is only unique at their provider
  issuer text not null,
  client_id text not null,
  -- sealed
  client_secret text not null,
  roles_claim text not null,
  role_rules jsonb not null,
  created_on timestamptz not null,
  changed_on timestamptz not null
);
create unique index identity_providers_name on identity_providers (domain_id, lower(name)) nulls not distinct;

-- Who someone is at a provider. It stays when the user is removed, so that they do not come back as another one.
create table identities (
  provider_id uuid not null references identity_providers (id) on delete cascade,
  subject text not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  created_on timestamptz not null,
  last_used_on timestamptz not null,
  primary key (provider_id, subject)
);
create unique index identities_user on identities (user_id, provider_id);

-- Sign-ins under way at a provider: single use, stored hashed, bound to the browser by a cookie.
create table provider_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null references identity_providers (id) on delete cascade,
  nonce text not null,
  code_verifier text not null,
  next_path text not null,
  is_confirmation boolean not null,
  created_on timestamptz not null,
  expires_on timestamptz not null
);
create index provider_attempts_expired on provider_attempts (expires_on);

-- What a provider said at a sign-in, for the session that follows, maybe after a second factor.
create table provider_sign_ins (
  id uuid primary key,
  provider_id uuid not null references identity_providers (id) on delete cascade,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  -- when the person was last seen to be there; null where the provider does not say
  authenticated_on timestamptz,
  -- sealed: the address at which the provider signs the person out; empty where it has none
  sign_out_url text not null,
  created_on timestamptz not null
);
create index provider_sign_ins_provider on provider_sign_ins (provider_id);
create index provider_sign_ins_user on provider_sign_ins (user_id);

alter table sessions add column provider_sign_in_id uuid references provider_sign_ins (id) on delete set null;
create index sessions_provider_sign_in on sessions (provider_sign_in_id) where provider_sign_in_id is not null;
alter table sign_in_challenges add column provider_sign_in_id uuid references provider_sign_ins (id) on delete cascade;
