-- Roles that the owner of a domain defines, beside the ones that every domain has. `users.roles` holds names of both.
create table roles (
  domain_id uuid not null references domains (id) on delete cascade,
  -- an authority such as ROLE_ACCOUNTANT, which functions may look at; never changed
  name text not null,
  -- what people call it
  label text not null,
  description text not null,
  permissions text[] not null,
  created_on timestamptz not null,
  changed_on timestamptz not null,
  primary key (domain_id, name)
);
create unique index roles_label on roles (domain_id, lower(label));

-- Roles restricted nothing so far. A child user without any keeps what everyone was invited for: calling functions.
update users set roles = '{ROLE_USER}' where parent_id is not null and removed_on is null and roles = '{}';
