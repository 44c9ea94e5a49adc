-- compatible: a new table.

-- The key under which the services encrypt secrets and variables of functions, itself sealed; at most one row.
create table value_keys (
  id text primary key,
  secret_key text not null
);
