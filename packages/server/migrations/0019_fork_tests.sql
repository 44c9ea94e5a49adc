-- compatible: the release before leaves the new columns empty, and starts no tests of forks.

alter table connection_events
  -- full name of the fork that a request comes from, empty if the fork is gone; null for other requests and pushes
  add column fork text,
  -- who last started the tests of the fork
  add column tested_by uuid,
  add column tested_on timestamptz,
  drop constraint connection_events_outcome_check,
  add constraint connection_events_outcome_check
    check (outcome in ('NONE', 'WAITING', 'PREPARED', 'TESTED', 'LIVE', 'REFUSED', 'REPLACED'));
alter table test_runs add column without_secrets boolean not null default false;
