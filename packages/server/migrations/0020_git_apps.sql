-- compatible: the release before takes an app's access for a password, which hosts refuse.

alter table connections
  drop constraint connections_kind_check,
  add constraint connections_kind_check check (kind in ('password', 'key', 'app')),
  add column app text check (app in ('GITHUB', 'GITLAB', 'GITEA')),
  add constraint connections_app_kind check ((kind = 'app') = (app is not null));

-- Accesses on their way from a git host to a connection: for one person, in one session.
create table git_grants (
  id uuid not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  app text not null check (app in ('GITHUB', 'GITLAB', 'GITEA')),
  -- connection whose access is replaced
  connection_id uuid,
  -- single use: null once the browser is back
  state_hash bytea,
  code_verifier text not null,
  account text,
  -- sealed; null until the browser is back
  secret text,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  primary key (domain_id, id)
);
create unique index git_grants_state on git_grants (state_hash);
create index git_grants_expired on git_grants (expires_on);
