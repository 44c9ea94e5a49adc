-- compatible: processes of the release before go on calling the address in services.
-- Where the shipped services run: each process keeps a row while it lives, and calls go round their addresses. Behind a
-- load balancer all of them have its address.
create table services_processes (
  id uuid primary key,
  -- each service is below it, under its id
  address text not null check (address ~ '^https?://' and address !~ '/$'),
  -- by the clock of the database, which is one for all machines
  seen_on timestamptz not null default now()
);
