-- The services of the platform: the shipped ones, written at every start, and foreign ones registered by
-- the operator. They belong to the platform, not to a domain.
create table services (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,62}$'),
  name text not null,
  group_name text not null,
  -- where the platform reaches it; customers reach it through the platform only
  address text not null check (address ~ '^https?://' and address !~ '/$'),
  has_ui boolean not null default false,
  is_shipped boolean not null default false,
  -- what its parts last said of their build
  backend_info jsonb,
  frontend_info jsonb,
  registered_on timestamptz not null
);
