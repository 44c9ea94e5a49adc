-- compatible: a new table, which processes of the previous release don't use.

-- Imports that are refused because another process of the platform has taken over the work of the one that sends them.
create table withdrawn_import (
  domain_id text not null,
  service_id text not null,
  attempt_id uuid not null,
  withdrawn_on timestamptz not null,
  primary key (domain_id, service_id, attempt_id)
);
