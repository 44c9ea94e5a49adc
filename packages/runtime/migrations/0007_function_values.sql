-- compatible: a new table.

-- Secrets and variables of functions, by domain. Values are sealed under the key of the services (value_keys of the platform).
create table function_value (
  domain_id text not null,
  kind text not null check (kind in ('secret', 'variable')),
  name text collate "C" not null,
  value text,
  test_value text,
  -- After a rotation, until the time beside it.
  previous_value text,
  previous_until timestamptz,
  changed_on timestamptz not null,
  changed_by text not null,
  used_on timestamptz,
  primary key (domain_id, kind, name)
);
