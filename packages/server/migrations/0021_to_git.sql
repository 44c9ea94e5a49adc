-- compatible: the release before leaves the new columns at their defaults.

-- Pushes of changes that are made here.
alter table connection_hooks
  add column to_git text not null default 'NEVER' check (to_git in ('NEVER', 'REQUEST', 'DIRECT')),
  add column to_git_place text,
  -- services that cannot be pushed, with the reasons
  add column refusals jsonb not null default '[]',
  -- branch of the last merge request
  add column request jsonb;
alter table connection_events add column request_url text;
