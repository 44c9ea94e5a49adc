-- What completing an import needs, should the process that asked for it die before it could note the outcome.
alter table backups
  add column action text not null default 'configuration.import',
  -- the pull that was submitted; none for uploads and restored backups
  add column pull_id uuid,
  add column impersonator_id uuid,
  add column request_id text,
  -- what was to be done with each file, for the log entry
  add column files jsonb not null default '[]';
create index backups_open on backups (created_on) where imported_version is null;
