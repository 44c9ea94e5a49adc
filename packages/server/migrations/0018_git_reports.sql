-- compatible: the release before leaves the new columns empty.

alter table connection_hooks add column report_to text check (report_to in ('GITHUB', 'GITLAB', 'GITEA', 'BITBUCKET'));
alter table connection_events
  -- of a pull or merge request at the host, with its branch
  add column request_number integer,
  add column branch text,
  add column review jsonb;
