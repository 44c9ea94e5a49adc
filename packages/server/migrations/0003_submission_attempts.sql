-- compatible: columns with defaults, which processes of the previous release don't use.

alter table submissions
  -- counted up when another process takes over: writes of the one before are refused
  add attempt integer not null default 1,
  -- false: its caller named no progress id, so no list shows it
  add is_followed boolean not null default true;

alter table git_operations
  add attempt integer not null default 1;
