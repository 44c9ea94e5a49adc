-- Tables of the platform, grouped by area.

--
-- Accounts: domains, people, sessions and how they sign in
--

create table domains (
  id uuid primary key,
  name text not null,
  host_name text,
  default_path text not null default '/console/',
  -- the platform's own domain: its settings answer for unknown hosts, its owner is the first administrator
  is_default boolean not null default false,
  created_on timestamptz not null,
  requires_second_factor boolean not null default false,
  search tsvector not null default '',
  -- Administrators lock a customer: no one of the domain signs in, and no key of theirs works.
  locked_on timestamptz,
  locked_because text,
  -- An owner closes their account: the domain stands still, and its content is deleted some time later.
  closed_on timestamptz,
  content_ends_on timestamptz,
  content_deleted_on timestamptz,
  -- since when the content of a closed domain is being deleted: part of it may be gone, and no one reopens it any more
  content_deletion_began_on timestamptz,
  check ((locked_on is null) = (locked_because is null)),
  check ((closed_on is null) = (content_ends_on is null)),
  check (content_deletion_began_on is null or closed_on is not null)
);
create unique index domains_host_name on domains (lower(host_name));
create unique index domains_default on domains (is_default) where is_default;
create index domains_search on domains using gin (search);
create index domains_created on domains (created_on desc, id desc);
create index domains_closed on domains (content_ends_on) where closed_on is not null and content_deleted_on is null;

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
  removed_on timestamptz,
  -- A mail tells of a sign-in on a device that the account does not know, except of the very first one.
  first_signed_in_on timestamptz,
  -- Whether a person's overview begins with the first steps.
  first_steps text not null default 'open' check (first_steps in ('open', 'hidden', 'done')),
  -- When a child user was last invited: until when the invitation can be accepted is known before its mail is written.
  invited_on timestamptz,
  -- An address that the identity provider of a domain states is known by it in that domain only: it blocks no one else, and gets
  -- mails once it was confirmed by one.
  email_stated boolean not null default false
);
create unique index users_username on users (lower(username)) where removed_on is null;
create index users_any_email on users (lower(email));
create index users_domain on users (domain_id, id);
create index users_parent on users (parent_id, id);
create unique index users_email on users (lower(email))
  where removed_on is null and email_confirmed_on is not null and not email_stated;
create unique index users_stated_email on users (domain_id, lower(email)) where removed_on is null and email_stated;
create index users_stated_email_anywhere on users (lower(email)) where removed_on is null and email_stated;

-- Failed sign-ins and mails asked for, counted per account, per address and per mailbox.
create table attempt_counts (
  subject text primary key,
  attempts integer not null,
  window_started_on timestamptz not null
);

-- Keys (private JWK, Ed25519) that sign access tokens and service tokens; shared by all web processes.
create table signing_keys (
  id text primary key,
  private_key text not null,
  created_on timestamptz not null,
  -- A new signing key is published for a while before it signs, so that every process knows it by then.
  signs_from timestamptz not null
);

-- Roles that the owner of a domain defines, beside the ones that every domain has. `users.roles` holds names of both.
create table roles (
  domain_id uuid not null references domains (id) on delete cascade,
  -- an authority such as ROLE_ACCOUNTANT, which functions may look at; never changed
  name text not null,
  -- what people call it
  label text not null,
  description text not null,
  permissions text[] not null,
  created_on timestamptz not null,
  changed_on timestamptz not null,
  primary key (domain_id, name)
);
create unique index roles_label on roles (domain_id, lower(label));

-- Devices on which a user has signed in: guesses made elsewhere do not shut them out. The cookie is stored hashed.
create table known_devices (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  first_used_on timestamptz not null,
  last_used_on timestamptz not null,
  -- Where a device last signed in from.
  user_agent text not null default '',
  address text not null default ''
);
create unique index known_devices_user on known_devices (user_id, token_hash);
create index known_devices_token on known_devices (token_hash);

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
  expires_on timestamptz not null,
  -- Set where someone who is signed in connects a provider with their account; a sign-in has no user yet.
  user_id uuid references users (id) on delete cascade
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
  ended_because text,
  device_id uuid references known_devices (id) on delete set null,
  -- When the person last proved in this session who they are.
  confirmed_on timestamptz,
  -- A session that was opened with a custom token names what made the token, and ends with it.
  opened_by_session_id uuid references sessions (id) on delete cascade,
  opened_by_key_id text,
  -- The session is over then, however much it is used.
  ends_by timestamptz,
  provider_sign_in_id uuid references provider_sign_ins (id) on delete set null,
  -- A session that an administrator opened as a customer in their own browser: stopping it leads back to the one that opened it.
  is_acting boolean not null default false,
  check (not is_acting or (impersonator_id is not null and opened_by_session_id is not null))
);
create index sessions_user on sessions (user_id, id);
create index sessions_ended on sessions (ended_on) where ended_on is not null;
create index sessions_device on sessions (device_id) where device_id is not null;
create index sessions_opened_by_session on sessions (opened_by_session_id) where opened_by_session_id is not null;
create index sessions_opened_by_key on sessions (opened_by_key_id) where opened_by_key_id is not null;
create index sessions_impersonator on sessions (impersonator_id) where impersonator_id is not null;
create index sessions_provider_sign_in on sessions (provider_sign_in_id) where provider_sign_in_id is not null;
create index sessions_open_of_domain on sessions (domain_id, last_used_on desc) where ended_on is null;

-- One row for each refresh token ever given in a session; using a used one ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz,
  -- For which token one was given: of those given for the same, only one may be used.
  given_for bytea
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_given_for on refresh_tokens (given_for) where given_for is not null;

-- Confirmation, reset, invitation and custom sign-in tokens: random, single use, stored hashed.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid not null references users (id) on delete cascade,
  -- who asked for it, when that is not the user
  issuer_id uuid references users (id),
  -- the address that the token proves
  email text,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz,
  issuer_session_id uuid references sessions (id) on delete cascade,
  issuer_key_id text,
  -- When what it opens ends at the latest.
  ends_by timestamptz,
  -- The session that the link of that mail ends.
  session_id uuid references sessions (id) on delete cascade,
  constraint one_time_tokens_purpose_check check (purpose in ('confirm', 'reset', 'invite', 'change-email', 'custom-login', 'report-sign-in'))
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_issuer on one_time_tokens (issuer_id) where issuer_id is not null;
create index one_time_tokens_session on one_time_tokens (session_id) where session_id is not null;

-- What stands between two steps: of a sign-in, or of adding a passkey. Single use, stored hashed.
create table sign_in_challenges (
  token_hash bytea primary key,
  purpose text not null,
  -- null while a passkey is asked who its user is
  user_id uuid references users (id) on delete cascade,
  domain_id uuid references domains (id),
  -- what the passkey has to sign
  signed_challenge text,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  provider_sign_in_id uuid references provider_sign_ins (id) on delete cascade,
  constraint sign_in_challenges_purpose_check check (purpose in ('second-factor', 'set-up', 'passkey-login', 'add-passkey', 'confirm'))
);
create index sign_in_challenges_expired on sign_in_challenges (expires_on);

-- Customers are found by letters that are no letter with an accent (Łukasz, Großmann), and by names with an apostrophe however it is typed.
-- Apostrophes separate, as does everything in ASCII that is neither letter nor digit.
create function search_words(given text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(
      replace(replace(replace(replace(replace(replace(
        translate(
          lower(translate(
            regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'),
            'ŁĐÐØĦŦŊÆŒÞẞ', 'łđðøħŧŋæœþß')),
          'łđðøıħŧŋĸ', 'lddoihtnk'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ŉ', 'n'), 'ə', 'e'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u00b4\u02b9-\u02bd\u2018-\u201b\u2032]+'
    ) as word
   where word <> ''
$$;

-- Without apostrophes: `oneill` and `o'neill` are the same.
create function without_apostrophes(given text) returns text language sql immutable as $$
  select regexp_replace(given, '[''`\u00b4\u02b9-\u02bd\u2018-\u201b\u2032\uff07]', '', 'g')
$$;

create function domain_search(domain uuid, name text) returns tsvector language sql stable as $$
  with given as (
    select concat_ws(' ', name, (
      select string_agg(concat_ws(' ', username, email, first_name, last_name), ' ')
        from users where domain_id = domain and removed_on is null
    )) as words
  )
  select array_to_tsvector(array(
    select left(word, 100) from given, unnest(search_words(words)) as word
    union
    select left(word, 100) from given, unnest(search_words(without_apostrophes(words))) as word
  ))
$$;

create function keep_domain_search() returns trigger language plpgsql as $$
begin
  new.search := domain_search(new.id, new.name);
  return new;
end $$;
create trigger domains_keep_search before insert or update of name on domains
  for each row execute function keep_domain_search();

create function keep_search_of_users() returns trigger language plpgsql as $$
begin
  update domains set search = domain_search(id, name)
   where id in (select coalesce(new.domain_id, old.domain_id) union select old.domain_id);
  return null;
end $$;
create trigger users_keep_search after insert or delete or
  update of username, email, first_name, last_name, removed_on, domain_id on users
  for each row execute function keep_search_of_users();

--
-- Secrets
--

-- Which secret key (it is never in the database) the sealed columns are encrypted under: ids that only the holder of the
-- key can compute, so that a process with another key refuses to start. Those that are not current are being rotated out.
create table secret_keys (
  id text primary key,
  is_current boolean not null,
  created_on timestamptz not null
);
create unique index secret_keys_current on secret_keys (is_current) where is_current;

--
-- Access keys
--

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
  key_set_by uuid,
  key_set_on timestamptz,
  check ((user_id is null) <> (service_id is null))
);

-- Private keys (JWK, Ed25519) of the shipped services, handed to their process at start; shared by all machines.
create table service_keys (
  service_id text primary key,
  access_key_id text not null references access_keys (id),
  private_key text not null
);

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

--
-- Services
--

-- The services of the platform: the shipped ones, written at every start, and foreign ones registered by
-- the operator. They belong to the platform, not to a domain.
create table services (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,62}$'),
  name text not null,
  group_name text not null,
  -- where the platform reaches it; customers reach it through the platform only
  address text check (address ~ '^https?://' and address !~ '/$'),
  has_ui boolean not null default false,
  is_shipped boolean not null default false,
  -- what its parts last said of their build
  backend_info jsonb,
  frontend_info jsonb,
  registered_on timestamptz not null,
  -- Pages of a service run with the rights of the console only if an operator says so; all others are sandboxed.
  is_trusted boolean not null default false,
  constraint services_address_kept check ((address is null) = is_shipped)
);

-- What the platform last saw of each service's health: one process at a time looks, and tells of changes.
create table service_health (
  service_id text primary key references services (id) on delete cascade,
  checked_on timestamptz not null,
  -- UP, DOWN, DEGRADED or N/A; null until somebody has looked
  backend text,
  frontend text
);

-- How the checks of each service ended, by the day (UTC).
create table service_health_days (
  service_id text not null references services (id) on delete cascade,
  day date not null,
  checks integer not null,
  degraded integer not null,
  down integer not null,
  primary key (service_id, day)
);

--
-- Audit log
--

-- Every change: who, as whom, what, before and after. Append-only. The import log is a view of it.
create table log_entries (
  id uuid not null,
  created_on timestamptz not null,
  domain_id uuid not null,
  user_id uuid,
  -- who had signed in as this user, when that was somebody else
  impersonator_id uuid,
  -- `configuration.import`, `pricing.change`, …
  action text not null,
  message text not null,
  before jsonb,
  after jsonb,
  -- set when the entry tells of a failure
  stack_trace text,
  request_id text,
  -- The service whose page did it for the person; null: no page did.
  page_service_id text,
  constraint log_entries_pkey primary key (id),
  constraint log_entries_domain_id_fkey foreign key (domain_id) references domains (id),
  constraint log_entries_user_id_fkey foreign key (user_id) references users (id),
  constraint log_entries_impersonator_id_fkey foreign key (impersonator_id) references users (id)
) partition by range (id);
create index log_entries_domain on log_entries (domain_id, created_on desc, id desc);
create index log_entries_time on log_entries (created_on desc, id desc);
create index log_entries_user on log_entries (user_id, created_on desc, id desc);
create index log_entries_impersonator on log_entries (impersonator_id, created_on desc, id desc)
  where impersonator_id is not null;
create index log_entries_action on log_entries (domain_id, action collate "C");

-- The first part ends two months from now, because ids of other processes may be a little ahead; a job creates the others.
do $$
declare
  bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
  hex text := lpad(to_hex((extract(epoch from bound) * 1000)::bigint), 12, '0');
begin
  create table log_entries_other partition of log_entries default;
  execute format('create table log_entries_before partition of log_entries for values from (minvalue) to (%L)',
    substr(hex, 1, 8) || '-' || substr(hex, 9) || '-0000-0000-000000000000');
end $$;

-- None is ever rewritten. They are deleted only by a transaction that says which ones, by their age, and goes no further.
create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and old.created_on < nullif(current_setting('atrium.log_goes_before', true), '')::timestamptz then
    return old;
  end if;
  raise exception 'log entry % cannot be changed', old.id;
end $$;
create trigger log_entries_are_immutable before update or delete on log_entries
  for each row execute function refuse_log_change();

--
-- Limits
--

-- Limits of a domain that differ from the defaults.
create table domain_limits (
  domain_id uuid not null references domains (id),
  name text not null,
  value bigint not null check (value >= 0),
  changed_on timestamptz not null,
  primary key (domain_id, name)
);

-- What a domain did today, of what has a limit for a day: the row of an earlier day starts again.
create table domain_day_counts (
  domain_id uuid not null references domains (id),
  name text not null,
  day date not null,
  used bigint not null,
  primary key (domain_id, name)
);

--
-- Mail
--

-- Mails kept instead of sent while no SMTP server is set: the development mailbox of all processes.
create table development_mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_on timestamptz not null,
  -- Names of what was attached.
  attachments text[] not null default '{}'
);

-- Mails to a mailbox in 15 minutes.
create table mail_counts (
  subject text primary key,
  mails integer not null,
  window_started_on timestamptz not null
);

--
-- Outbox: deliveries to the outside
--

-- Messages to receivers outside, such as webhooks. The last ones of each receiver are kept.
create table outbox_deliveries (
  -- sent with each try, so receivers can drop duplicates
  id uuid primary key,
  domain_id uuid not null references domains (id),
  kind text not null,
  -- in the table of the kind's area, which deletes the deliveries of a deleted receiver
  receiver_id uuid not null,
  event text not null,
  subject_id uuid,
  payload text not null,
  max_tries smallint not null,
  created_on timestamptz not null,
  status text not null default 'WAITING',
  tries smallint not null default 0,
  -- null once the delivery has ended
  next_try_on timestamptz,
  last_try_on timestamptz,
  status_code smallint,
  error text
);
create index outbox_deliveries_receiver on outbox_deliveries (domain_id, receiver_id, created_on desc, id desc);
create index outbox_deliveries_waiting on outbox_deliveries (domain_id) where status = 'WAITING';

--
-- Configuration: pulls, submissions and versions
--

-- Live configuration is in the services. No credential is stored.
-- One snapshot of a remote, until it expires.
create table pulls (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  -- without user name and password
  git_url text not null,
  branch text,
  commit_sha text not null,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  -- files by service, compressed JSON
  manifest bytea not null,
  ignored jsonb not null,
  -- contents of the files that differed from the live ones
  contents_state text not null check (contents_state in ('PENDING', 'COMPLETE', 'FAILED')),
  contents_error text,
  -- files whose content cannot be taken, with the reason: {serviceId: {filePath: reason}}
  unreadable jsonb not null default '{}',
  last_commits_state text not null check (last_commits_state in ('PENDING', 'COMPLETE', 'UNAVAILABLE')),
  -- last commit of each file, compressed JSON
  last_commits bytea,
  -- moved forward by whoever works on it; when it stands still, the process has died
  touched_on timestamptz not null,
  -- The services that a pull was asked for: it says nothing of the others. Null for all.
  asked_services text[]
);
create index pulls_domain on pulls (domain_id, created_on desc, id desc);
create index pulls_expiry on pulls (expires_on);

-- Contents read from remotes, by blob id. Not shared between domains.
create table remote_contents (
  domain_id uuid not null references domains (id),
  checksum text not null,
  content bytea not null,
  used_on timestamptz not null,
  primary key (domain_id, checksum)
);
create index remote_contents_used on remote_contents (used_on);

-- What a service last exchanged with a branch of a remote: the base of three-way merges.
create table exchanges (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  service_id text not null,
  git_url text not null,
  -- empty when a commit was pulled without a branch
  branch text not null,
  commit_sha text not null,
  direction text not null check (direction in ('PULL', 'PUSH')),
  -- the service's version in which files with the same checksum can be read
  version integer not null,
  exchanged_on timestamptz not null,
  -- checksums by filePath of the remote side, compressed JSON
  manifest bytea not null,
  -- Who exchanged, told where the base of a merge is shown.
  user_id uuid references users (id),
  -- The version that was live once a pull had been submitted: what differs in it from the remote was decided to differ.
  submitted_version integer,
  -- What an exchange replaced stays until the next one with the same branch: undoing a submit makes it count again. It does
  -- so by itself when the one that replaced it is deleted.
  replaced_by uuid references exchanges (id) on delete set null deferrable initially deferred
);
create unique index exchanges_place on exchanges (domain_id, service_id, git_url, branch) where replaced_by is null;
create index exchanges_replaced_by on exchanges (replaced_by) where replaced_by is not null;

-- Contents of the base that no version of the service holds.
create table exchange_contents (
  exchange_id uuid not null references exchanges (id) on delete cascade,
  domain_id uuid not null,
  checksum text not null,
  primary key (exchange_id, checksum),
  foreign key (domain_id, checksum) references remote_contents (domain_id, checksum)
);
create index exchange_contents_content on exchange_contents (domain_id, checksum);

-- Written before an import, completed after it.
create table backups (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  service_id text not null,
  -- services imported in one go share it
  backup_key uuid not null,
  -- the version before the import; restoring brings it back
  version integer not null,
  -- null until the import succeeded
  imported_version integer,
  user_id uuid not null references users (id),
  created_on timestamptz not null,
  message text not null,
  commit_sha text,
  action text not null default 'configuration.import',
  -- the pull that was submitted; none for uploads and restored backups
  pull_id uuid,
  impersonator_id uuid,
  request_id text,
  -- what was to be done with each file, for the log entry
  files jsonb not null default '[]',
  -- Files of the pull about which nothing was decided, compressed JSON: they keep the base they had. None when null.
  left_out bytea,
  -- The version that a restore undoes, for the process that notes its outcome after the one that asked for it has died.
  undone_version integer,
  page_service_id text,
  submission_id uuid
);
create index backups_domain on backups (domain_id, created_on desc, id desc);
create index backups_key on backups (domain_id, backup_key);
create index backups_pull on backups (domain_id, pull_id) where pull_id is not null;
create index backups_undo on backups (domain_id, service_id) where undone_version is not null;
create index backups_open on backups (created_on) where imported_version is null;

-- Pulls, pushes and imports under way, for progress and cancel across processes.
create table git_operations (
  id uuid not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  kind text not null,
  state text not null check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  phase text not null,
  done integer not null,
  total integer,
  started_on timestamptz not null,
  touched_on timestamptz not null,
  ended_on timestamptz,
  error text,
  pull_id uuid,
  is_cancel_requested boolean not null default false,
  -- What it is about, and what came out, in words.
  about text,
  outcome text,
  primary key (user_id, id),
  constraint git_operations_kind_check check (kind in ('PULL', 'PUSH'))
);
create index git_operations_started on git_operations (started_on);
-- The work of one person, newest first.
create index git_operations_person on git_operations (domain_id, user_id, started_on desc, id desc);

create table candidates (
  run_id uuid primary key,
  domain_id uuid not null,
  digest text not null,
  -- Every service with the digest of its live files and of those that the tests read.
  services jsonb not null,
  -- Where tests read the files of each service. Deleted when the run has ended.
  sources bytea,
  passed_on timestamptz
);
create index candidates_passed on candidates (domain_id, passed_on desc) where passed_on is not null;

-- What a domain demands before the configuration of a service is changed.
create table protections (
  domain_id uuid not null,
  service_id text not null,
  changed_on timestamptz not null,
  primary key (domain_id, service_id)
);

-- Changes of live configuration, each of one service or several: how far they are, what came of each service, and what becomes of
-- them once they are tested.
create table submissions (
  -- chosen by the caller
  id uuid not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  impersonator_id uuid,
  page_service_id text,
  request_id text,
  -- what the access key or page that started it was allowed; null: all that the person has
  permissions text[],
  kind text not null check (kind in ('IMPORT', 'SUBMIT', 'RETURN')),
  state text not null check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  phase text not null,
  done integer not null,
  total integer,
  started_on timestamptz not null,
  touched_on timestamptz not null,
  ended_on timestamptz,
  about text,
  outcome text,
  error text,
  pull_id uuid,
  is_cancel_requested boolean not null default false,
  -- the key of the backups
  backup_key uuid,
  -- what is submitted, compressed JSON, until all of it is: another process goes on from it
  request bytea,
  request_hash bytea,
  -- by service
  outcomes jsonb not null default '{}',
  tests text check (tests in ('RUN', 'RETURN')),
  -- null while the services are submitted, and while the run waits to be started
  test_state text check (test_state in ('STARTED', 'UNTESTED', 'RETURNING', 'RETURNED', 'KEPT', 'REFUSED')),
  reason text,
  run_id uuid,
  tested_on timestamptz,
  -- each service with its version before, the submitted one, and the one that undid it; null if the run returns nothing
  returned jsonb,
  -- the choices of the pull, as the console sent them
  draft bytea,
  primary key (domain_id, id)
);
create index submissions_started on submissions (started_on);
create index submissions_person on submissions (domain_id, user_id, started_on desc, id desc);
create index submissions_pull on submissions (domain_id, pull_id) where pull_id is not null;
create index submissions_returned on submissions (domain_id) where test_state = 'RETURNED';
create index submissions_key on submissions (domain_id, backup_key, tested_on desc);
create index submissions_run on submissions (run_id) where run_id is not null;
create index submissions_running on submissions (touched_on) where state = 'RUNNING';
create index submissions_untested on submissions (domain_id) where state = 'DONE' and tests is not null and test_state is null;
-- While a submission is put back no one else changes its services.
create index submissions_returning on submissions (domain_id) where test_state = 'RETURNING';

--
-- Test runs
--

create table test_runs (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- who asked for it
  requested_by uuid not null references users (id),
  -- whom the tests act as
  user_id uuid not null references users (id),
  user_name text not null,
  strategy text not null check (strategy in ('FAIL_ON_FIRST', 'EXECUTE_ALL')),
  status text not null check (status in ('OK', 'FAIL', 'CANCELED', 'RUNNING', 'SKIPPED')),
  started_on timestamptz not null,
  finished_on timestamptz,
  -- grows with every change; the changed tests carry the same number
  revision integer not null default 1,
  -- of the process that executes it: writes of an earlier execution that still lives are refused
  execution integer not null default 0,
  -- when the execution last showed that it lives
  heartbeat_on timestamptz not null,
  -- number of tests in each state, kept in step by the writes of results
  counts jsonb not null,
  -- Runs of files that are not live. Their results belong to no history of the domain: what passed there was never live.
  is_candidate boolean not null default false,
  -- How often a test that fails is tried again.
  retries smallint not null default 0,
  -- the timetable has started the run, and no person
  is_timetabled boolean not null default false,
  -- every test that could run was part of the run when it started
  is_whole boolean not null default false,
  -- the services of which all tests were asked for, sorted: empty for all services, null if only some tests were asked for
  asked_service_ids text[],
  -- the live version of every service when the run started, null of one that did not say
  versions jsonb,
  -- what the results of the run take, counted as they are written
  result_bytes bigint not null default 0,
  -- What the access key or page that started it was allowed; null: all that the person has by then.
  permissions text[],
  check ((status = 'RUNNING') = (finished_on is null))
);
-- One run at a time per domain.
create unique index test_runs_running on test_runs (domain_id) where status = 'RUNNING';
create index test_runs_started on test_runs (domain_id, started_on desc, id desc);
create index test_runs_heartbeat on test_runs (heartbeat_on) where status = 'RUNNING';
create index test_runs_person on test_runs (domain_id, requested_by, started_on desc, id desc);

create table test_run_services (
  run_id uuid not null references test_runs (id) on delete cascade,
  service_id text not null,
  position integer not null,
  service_tag text,
  -- configuration version the tests run against, once the service has said so
  version integer,
  error text,
  primary key (run_id, service_id)
);

-- Which files each test reached, and with what content.
-- Contents of files that tests have reached.
create table reached_files (
  id integer generated always as identity primary key,
  domain_id uuid not null references domains (id),
  service_id text not null,
  folder_path text not null,
  name text not null,
  -- git blob id of the content
  checksum text not null,
  -- the last run in which a test that reached exactly this content passed; written with each run, so no key refers to it
  passed_run_id uuid,
  passed_on timestamptz,
  unused_since timestamptz,
  constraint reached_files_content unique (domain_id, service_id, folder_path, name, checksum)
) with (fillfactor = 70);

-- What one test reached. Runs of the same contents share it: their results name it by eight bytes.
create table reaches (
  id bigint generated always as identity primary key,
  domain_id uuid not null references domains (id),
  -- of the ids of the files, in their order: half of a SHA-256
  digest uuid not null,
  file_ids integer[] not null,
  -- since when nothing needs it; null while something does, and when a run has found it again
  unused_since timestamptz,
  constraint reaches_digest unique (domain_id, digest)
);

-- Searches for the version that broke a test.
create table change_searches (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- the run and the test that failed in it
  run_id uuid not null references test_runs (id) on delete cascade,
  service_id text not null,
  test_id text not null,
  -- the last run before it that passed
  passed_run_id uuid not null,
  requested_by uuid not null references users (id),
  status text not null,
  started_on timestamptz not null,
  finished_on timestamptz,
  -- when it last came further: one that is silent is taken up again
  heartbeat_on timestamptz not null,
  -- service → version with which the test passed
  base jsonb not null,
  -- [service, version], in the order in which they became live
  changes jsonb not null,
  -- {at, outcome}: the test was run with the first `at` of the changes
  probes jsonb not null default '[]',
  error text,
  permissions text[],
  check ((status = 'RUNNING') = (finished_on is null))
);
create unique index change_searches_running on change_searches (run_id, service_id, test_id) where status = 'RUNNING';
create index change_searches_test on change_searches (domain_id, run_id, service_id, test_id, id desc);
create index change_searches_heartbeat on change_searches (heartbeat_on) where status = 'RUNNING';
create index change_searches_person on change_searches (domain_id, requested_by, started_on desc, id desc);

-- Tests that run, and whose failures do not fail the run.
create table test_quarantines (
  domain_id uuid not null references domains (id),
  service_id text not null,
  test_id text not null,
  reason text not null,
  -- the last day
  until_on date not null,
  created_by uuid not null references users (id),
  created_on timestamptz not null,
  primary key (domain_id, service_id, test_id)
);

-- Times at which the tests of a domain run by themselves.
create table run_times (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- its place among the few that a domain may have
  position smallint not null,
  rhythm text not null,
  -- minute of the day, UTC
  at_minute smallint not null check (at_minute between 0 and 1439),
  -- of all services where none is named
  service_ids text[] not null,
  retries smallint not null,
  -- null while it is paused
  next_on timestamptz,
  -- the latest time, and what became of it
  last_on timestamptz,
  last_run_id uuid,
  last_note text,
  -- the tests act as whoever saved it last
  saved_by uuid not null references users (id),
  permissions text[],
  unique (domain_id, position)
);
create index run_times_next on run_times (next_on) where next_on is not null;

-- Runs that changed the state of a domain's tests, and when people were told.
create table run_notices (
  run_id uuid primary key references test_runs (id) on delete cascade,
  domain_id uuid not null references domains (id),
  kind text not null,
  -- null until those who want to know it have been told
  notified_on timestamptz
);

-- People who get mail then.
create table notice_people (
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  created_on timestamptz not null,
  primary key (domain_id, user_id)
);

create table webhooks (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- its place among the few that a domain may have
  position smallint not null,
  url text not null,
  -- sealed
  secret text not null,
  created_by uuid not null references users (id),
  created_on timestamptz not null,
  unique (domain_id, position)
);

create table test_results (
  run_id uuid not null,
  service_id text not null,
  -- id in the service
  test_id text not null,
  domain_id uuid,
  position integer not null,
  full_path text not null,
  action text not null check (action in ('RUN', 'SKIP')),
  status text not null check (status in ('OK', 'FAIL', 'CANCELED', 'PENDING', 'RUNNING', 'SKIPPED')),
  revision integer not null,
  started_on timestamptz,
  duration_ms double precision,
  -- what the test returned; kept as text, for what is long is sent only when asked for
  result text,
  failure_kind text check (failure_kind in ('assertion', 'error', 'timeout', 'memory')),
  failure_message text,
  -- name, expected, actual, stack
  failure jsonb,
  console text,
  -- Null where a service does not say what its tests reach.
  reach_id bigint,
  -- the reason why the failure of the test does not count in this run
  quarantine text,
  -- the failures after which the test was tried again, oldest first; null without any
  failed_tries jsonb,
  constraint test_results_pkey primary key (run_id, service_id, test_id),
  constraint test_results_run_id_fkey foreign key (run_id) references test_runs (id) on delete cascade
) partition by range (run_id);
create index test_results_revision on test_results (run_id, revision);
create index test_results_past on test_results (domain_id, service_id, test_id, run_id desc);
create index test_results_passed on test_results (domain_id, service_id, test_id, run_id desc) where status = 'OK';
create index test_results_failed on test_results (domain_id, service_id, test_id, run_id desc) where status = 'FAIL';

-- The first part ends two months from now, because ids of other processes may be a little ahead; a job creates the others.
do $$
declare
  bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
  hex text := lpad(to_hex((extract(epoch from bound) * 1000)::bigint), 12, '0');
begin
  create table test_results_other partition of test_results default;
  execute format('create table test_results_before partition of test_results for values from (minvalue) to (%L)',
    substr(hex, 1, 8) || '-' || substr(hex, 9) || '-0000-0000-000000000000');
end $$;

--
-- Prices
--

create table price_rules (
  id uuid primary key,
  service text not null,
  target text not null,
  metric text not null,
  measure text not null check (measure in ('COUNTER', 'MEMORY', 'TIMER')),
  created_on timestamptz not null,
  removed_on timestamptz
);
create unique index price_rules_subject on price_rules (service, target, metric, measure) where removed_on is null;

-- What a rule asks from a UTC day on. `cents` null: the rule asks nothing from that day (it was deleted).
create table price_revisions (
  rule_id uuid not null references price_rules (id),
  starts_on date not null,
  cents numeric(21, 9),
  units bigint not null check (units > 0),
  created_on timestamptz not null,
  primary key (rule_id, starts_on)
);

create table bonuses (
  id uuid primary key,
  key text not null,
  cents bigint not null check (cents >= 0),
  created_on timestamptz not null
);
create unique index bonuses_key on bonuses (key);

--
-- The built-in test provider of payments
--

-- The built-in test provider's own books: tokens its field made, cards kept, charges made.
create table test_provider_tokens (
  token text primary key,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  behaviour text not null,
  used_on timestamptz,
  created_on timestamptz not null,
  fingerprint text not null default ''
);

create table test_provider_cards (
  id text primary key,
  customer text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  behaviour text not null
);

create table test_provider_charges (
  id text primary key,
  idempotency_key text not null unique,
  card_id text not null references test_provider_cards (id),
  amount_cents bigint not null,
  currency text not null,
  status text not null check (status in ('succeeded', 'declined', 'authentication')),
  client_secret text not null unique,
  error text,
  created_on timestamptz not null
);

--
-- Billing: usage, invoices, payments and credits
--

-- Events that could not be billed to anyone, kept for the operator.
create table usage_rejections (
  service_id text not null,
  event_id text not null,
  event jsonb not null,
  reason text not null,
  received_on timestamptz not null,
  primary key (service_id, event_id)
);

-- A month is sealed first (its usage stands still), then invoiced payer by payer, then marked as done.
create table billing_periods (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  sealed_on timestamptz not null,
  invoiced_on timestamptz
);

create table cards (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  provider text not null,
  -- what the provider knows the card by; a card number never reaches the platform
  provider_customer text not null,
  provider_card text not null,
  holder_name text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  is_default boolean not null,
  created_on timestamptz not null,
  removed_on timestamptz,
  -- When a mail said that a default card expires, so that no second one does.
  expiry_mailed_on timestamptz
);
create index cards_user on cards (domain_id, user_id, id);
create unique index cards_default on cards (user_id) where is_default and removed_on is null;
-- What is printed on invoices.
create index cards_last4 on cards (last4);
create index cards_expiring on cards (exp_year, exp_month, id)
  where is_default and removed_on is null and expiry_mailed_on is null;

create table addresses (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  country text not null,
  city text not null,
  line1 text not null,
  line2 text not null,
  zip text not null,
  company_name text not null,
  company_vat text not null,
  is_default boolean not null,
  created_on timestamptz not null,
  removed_on timestamptz
);
create index addresses_user on addresses (domain_id, user_id, id);
create unique index addresses_default on addresses (user_id) where is_default and removed_on is null;

create table invoice_numbers (
  year integer primary key,
  last_number integer not null
);

create table invoices (
  id uuid primary key,
  number text not null unique,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  month text not null,
  period_start date not null,
  period_end date not null,
  created_on timestamptz not null,
  due_date timestamptz not null,
  currency text not null,
  grand_total_cents bigint not null,
  discount_cents bigint not null check (discount_cents between 0 and grand_total_cents),
  services jsonb not null,
  address jsonb,
  -- these two change: who paid, and what went wrong last time
  card jsonb,
  paid_on timestamptz,
  payment_error text,
  -- Who sold, as it was when the invoice was issued: what is set later does not change it.
  seller jsonb,
  unique (user_id, month)
);
create index invoices_user on invoices (domain_id, user_id, month desc, id desc);
create index invoices_unpaid on invoices (due_date) where paid_on is null;

-- Attempts to charge a card. At most one of an invoice is open, and its key makes the provider charge once.
create table payments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id),
  domain_id uuid not null references domains (id),
  card_id uuid not null references cards (id),
  provider text not null,
  provider_payment text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null default 'open' check (status in ('open', 'succeeded', 'failed')),
  error text,
  created_on timestamptz not null,
  finished_on timestamptz,
  is_automatic boolean not null default false
);
create unique index payments_open on payments (invoice_id) where status = 'open';
create unique index payments_succeeded on payments (invoice_id) where status = 'succeeded';
create index payments_invoice on payments (invoice_id, id);
create index payments_domain on payments (domain_id, id desc);
-- What the provider's events are about, which may tell that an attempt has succeeded after its failure was recorded.
create index payments_failed on payments (provider_payment) where status = 'failed';

-- Free tier, append-only: credit given (plus) and taken by invoices (minus, naming the credit it came from).
create table credit_entries (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  cents bigint not null check (cents <> 0),
  reason text not null,
  credit_id uuid references credit_entries (id),
  invoice_id uuid references invoices (id),
  created_on timestamptz not null,
  -- Credits that administrators give, some until a day. What is left of one then is taken by an entry that names no invoice.
  expires_on date,
  is_given boolean not null default false,
  -- the administrator; null for the operator on the command line
  given_by uuid references users (id),
  check ((cents > 0) = (credit_id is null)),
  constraint credit_entries_taken check (case when cents > 0 then invoice_id is null else expires_on is null and not is_given and given_by is null end),
  constraint credit_entries_given check (is_given or given_by is null)
);
create index credit_entries_user on credit_entries (domain_id, user_id, created_on, id);
create unique index credit_entries_once on credit_entries (user_id, reason) where cents > 0 and not is_given;
create index credit_entries_credit on credit_entries (credit_id) where credit_id is not null;
create index credit_entries_expiry on credit_entries (expires_on) where expires_on is not null;

-- The free tier is given once for each card, whoever registers with it. The fingerprint is the provider's own: the same
-- for the same number, and nothing that the number can be read from.
create table free_tier_cards (
  provider text not null,
  fingerprint text not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  given_on timestamptz not null,
  primary key (provider, fingerprint)
);

-- The sums of a month by target: what each function costs in months without a change of prices.
create table usage_months (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  month text not null,
  service_id text not null,
  metric text not null,
  target text not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, month, service_id, metric, target, user_id)
);

-- Events that were billed and paid long ago are deleted. What is older than this day counts no more: its id may be
-- among those that are gone.
create table usage_pruning (
  is_only boolean primary key default true check (is_only),
  before date not null
);

-- Amounts in a month at which a mail goes out.
create table budgets (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- who pays: the usage of child users counts with their parent's
  user_id uuid not null references users (id),
  cents bigint not null check (cents > 0),
  -- the last month that reached it: its mail was requested in the transaction that wrote this
  reached_in text check (reached_in ~ '^\d{4}-\d{2}$'),
  reached_on timestamptz,
  created_on timestamptz not null,
  -- What is stopped while the amount is reached: a list of {serviceId, function}, where null stands for all functions.
  stops jsonb not null default '[]' check (jsonb_typeof(stops) = 'array'),
  check ((reached_in is null) = (reached_on is null)),
  constraint budgets_cents unique (user_id, cents)
);
create index budgets_domain on budgets (domain_id);

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

-- That an invoice was mailed about: noted in the transaction that requests the mails, so that each goes out once.
create table invoice_notices (
  invoice_id uuid not null references invoices (id),
  news text not null check (news in ('issued', 'due')),
  domain_id uuid not null references domains (id),
  noted_on timestamptz not null,
  primary key (invoice_id, news)
);

-- Customers whose invoices are charged to their default card when they are issued.
create table automatic_payments (
  user_id uuid primary key references users (id),
  domain_id uuid not null references domains (id),
  created_on timestamptz not null
);

-- Their invoices: when each is tried next; null when it is paid, or not tried any more.
create table automatic_charges (
  invoice_id uuid primary key references invoices (id),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  first_on timestamptz not null,
  failed_tries integer not null default 0,
  next_on timestamptz
);
create index automatic_charges_next on automatic_charges (next_on) where next_on is not null;
create index automatic_charges_user on automatic_charges (user_id) where next_on is not null;

-- How far the look at the budgets of a month has come. One that was ended goes on from there; without a row, the next one begins.
create table budget_walks (
  month text primary key,
  after_user_id uuid not null
);

-- Disputes and refunds of payments, as the card provider tells of them. Sums of invoices stay.
create table payment_reversals (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  invoice_id uuid not null references invoices (id),
  payment_id uuid not null references payments (id),
  provider text not null,
  -- of the dispute, or of the charge that was refunded
  provider_id text not null,
  kind text not null check (kind in ('dispute', 'refund')),
  amount_cents bigint not null,
  reason text,
  outcome text check (outcome in ('won', 'lost')),
  created_on timestamptz not null,
  changed_on timestamptz not null,
  unique (provider, provider_id)
);
create index payment_reversals_invoice on payment_reversals (invoice_id);
create index payment_reversals_changed on payment_reversals (changed_on);

create table usage_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  used_on date not null,
  service_id text not null,
  metric text not null,
  target text not null,
  -- Of the configuration; -1 if it is not known.
  version integer not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, day, service_id, metric, target, version, user_id, used_on)
);
create index usage_days_target on usage_days (payer_id, service_id, target, day);
create index usage_days_user on usage_days (domain_id, user_id, day);
create index usage_days_version on usage_days (day) where version >= 0;

-- The same over all targets and versions: totals, plots and invoices must not grow with the number of functions.
create table usage_metric_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  used_on date not null,
  service_id text not null,
  metric text not null,
  calls bigint not null,
  milliseconds bigint not null,
  bytes bigint not null,
  primary key (payer_id, day, user_id, service_id, metric, used_on)
);
create index usage_metric_days_day on usage_metric_days (day);

-- An invoice that was issued before its customer had an address is given it once.
create function refuse_invoice_change() returns trigger language plpgsql as $$
declare
  changing text[] := array['card', 'paid_on', 'payment_error'];
begin
  if tg_op = 'DELETE' then
    raise exception 'invoice % cannot be deleted', old.number;
  end if;
  if old.address is null then
    changing := changing || 'address'::text;
  end if;
  if (to_jsonb(new) - changing) <> (to_jsonb(old) - changing)
     or (old.paid_on is not null and to_jsonb(new) <> to_jsonb(old)) then
    raise exception 'invoice % cannot be changed', old.number;
  end if;
  return new;
end $$;
create trigger invoices_are_immutable before update or delete on invoices
  for each row execute function refuse_invoice_change();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only';
end $$;
create trigger credit_entries_are_immutable before update or delete on credit_entries
  for each row execute function refuse_ledger_change();

create function refuse_usage_deletion() returns trigger language plpgsql as $$
begin
  if old.billed_day < nullif(current_setting('atrium.usage_goes_before', true), '')::date then
    return old;
  end if;
  raise exception 'usage event % cannot be deleted', old.id;
end $$;
create trigger usage_events_are_kept before delete on usage_events
  for each row execute function refuse_usage_deletion();

--
-- Work
--

-- Until when people have seen what became of the work that they started.
create table work_seen (
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  seen_on timestamptz not null,
  primary key (domain_id, user_id)
);

--
-- Operations
--

create table database_backups (
  id uuid primary key,
  started_on timestamptz not null,
  ended_on timestamptz not null,
  -- Where it is; null when it failed.
  folder text,
  size_bytes bigint,
  error text
);
create index database_backups_ended_on on database_backups (ended_on, id);

--
-- HTTP
--

-- Answers of writes that were sent with an Idempotency-Key, kept for a day.
create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  -- method, path and body of the first request
  request_hash bytea not null,
  created_on timestamptz not null,
  -- null while the first request runs
  status integer,
  answer jsonb,
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_on);

-- Calls of this minute by address, added up by all processes. What a crash loses is worth a minute.
create unlogged table call_counts (
  subject text primary key,
  minute integer not null,
  calls integer not null
);

--
-- Demo
--

-- Shares of the demo data that this database has, so that a second `npm run demo` fills nothing twice.
create table demo_seeds (
  name text primary key,
  filled_on timestamptz not null
);

--
-- Functions of queries
--

-- Each word may be the beginning of one that is searched.
create function search_prefixes(given text) returns tsquery language sql immutable as $$
  select coalesce(string_agg(quote_literal(left(word, 100)) || ':*', ' & '), '')::tsquery
    from unnest(search_words(without_apostrophes(given))) as word
$$;

--
-- Keys between areas
--

alter table candidates add foreign key (run_id) references test_runs (id) on delete cascade;
alter table submissions add foreign key (run_id) references test_runs (id) on delete set null;

--
-- Prices and credits of a new platform
--

insert into bonuses (id, key, cents, created_on)
values ('01920000-0000-7000-8000-000000000001', 'CONSOLE_DISCOUNT', 5000, now());

-- What a new platform asks; administrators change it. Test runs cost nothing.
insert into price_rules (id, service, target, metric, measure, created_on)
select ('01920000-0000-7000-8001-' || lpad(row_number() over (order by metric, target, measure)::text, 12, '0'))::uuid,
  'hyper-dispatch', target, metric, measure, timestamp with time zone '2026-01-01 00:00:00Z'
from unnest(array['invoke', 'event', 'call']) as metric,
  unnest(array['*', 'test']) as target,
  unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure;

insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01',
  case when target = 'test' then 0 when measure = 'COUNTER' then 2 when measure = 'TIMER' then 1 else 0.5 end,
  -- a hundred calls, a minute, a gigabyte
  case measure when 'COUNTER' then 100 when 'TIMER' then 60000 else 1073741824 end,
  created_on
from price_rules;

-- What a new platform asks for the content service, and for the tests of both: administrators change it. What tests
-- do costs nothing.
with subjects as (
  select 'content' as service, metric, target, measure
  from unnest(array['query', 'write', 'invoke', 'call']) as metric,
    unnest(array['*', 'test']) as target,
    unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
  -- Reads and changes of entries use no memory of functions.
  where measure <> 'MEMORY' or metric in ('invoke', 'call')
  union all
  select service, 'test', 'test', measure
  from unnest(array['content', 'hyper-dispatch']) as service,
    unnest(array['COUNTER', 'TIMER', 'MEMORY']) as measure
), rules as (
  insert into price_rules (id, service, target, metric, measure, created_on)
  select ('01920000-0000-7000-8002-' || lpad(row_number() over (order by service, metric, target, measure)::text, 12, '0'))::uuid,
    service, target, metric, measure, timestamp with time zone '2026-01-01 00:00:00Z'
  from subjects
  on conflict do nothing
  returning id, target, measure, created_on
)
insert into price_revisions (rule_id, starts_on, cents, units, created_on)
select id, date '2026-01-01',
  case when target = 'test' then 0 when measure = 'COUNTER' then 2 when measure = 'TIMER' then 1 else 0.5 end,
  -- a hundred calls, a minute, a gigabyte
  case measure when 'COUNTER' then 100 when 'TIMER' then 60000 else 1073741824 end,
  created_on
from rules;
