-- Every change: who, as whom, what, before and after. Append-only. The import log is a view of it.

create table log_entries (
  id uuid primary key,
  created_on timestamptz not null,
  domain_id uuid not null references domains (id),
  user_id uuid references users (id),
  -- who had signed in as this user, when that was somebody else
  impersonator_id uuid references users (id),
  -- `configuration.import`, `pricing.change`, …
  action text not null,
  message text not null,
  before jsonb,
  after jsonb,
  -- set when the entry tells of a failure
  stack_trace text,
  request_id text
);
create index log_entries_domain on log_entries (domain_id, created_on desc, id desc);
