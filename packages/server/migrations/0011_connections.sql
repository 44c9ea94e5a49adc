-- compatible: the release before neither reads nor writes this table.

-- Repositories that domains keep their configuration in.
create table connections (
  id uuid not null,
  domain_id uuid not null references domains (id),
  name text not null,
  git_url text not null,
  -- null: that of the repository
  default_branch text,
  -- empty: all of the repository
  folder text not null,
  username text not null,
  -- sealed
  password text not null,
  is_default boolean not null,
  created_by uuid not null references users (id),
  changed_by uuid not null references users (id),
  created_on timestamptz not null,
  changed_on timestamptz not null,
  primary key (domain_id, id),
  unique (domain_id, name)
);
create unique index connections_default on connections (domain_id) where is_default;
