-- Limits of a domain that differ from the defaults.
create table domain_limits (
  domain_id uuid not null references domains (id),
  name text not null,
  value bigint not null check (value >= 0),
  changed_on timestamptz not null,
  primary key (domain_id, name)
);

-- What a domain did today, of what has a limit for a day: the row of an earlier day starts again.
create table domain_day_counts (
  domain_id uuid not null references domains (id),
  name text not null,
  day date not null,
  used bigint not null,
  primary key (domain_id, name)
);
