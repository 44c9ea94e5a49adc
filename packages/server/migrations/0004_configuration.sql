-- Pulls of git remotes, what was exchanged with them, backups, and work under way. Live configuration lives in
-- the services. No credential is ever stored.

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
  touched_on timestamptz not null
);
create index pulls_domain on pulls (domain_id, created_on desc, id desc);
create index pulls_expiry on pulls (expires_on);

-- The services of a pull that were submitted.
create table pull_submissions (
  pull_id uuid not null references pulls (id) on delete cascade,
  service_id text not null,
  version integer not null,
  primary key (pull_id, service_id)
);

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
  unique (domain_id, service_id, git_url, branch)
);

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
  commit_sha text
);
create index backups_domain on backups (domain_id, created_on desc, id desc);
create index backups_key on backups (domain_id, backup_key);

-- Pulls, pushes and imports under way, for progress and cancel across processes.
create table git_operations (
  id uuid not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('PULL', 'PUSH', 'IMPORT')),
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
  primary key (user_id, id)
);
create index git_operations_started on git_operations (started_on);

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
