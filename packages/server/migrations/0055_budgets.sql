-- compatible: tables that releases before this one do not know.
-- Amounts in a month at which a mail goes out.
create table budgets (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- who pays: the usage of child users counts with their parent's
  user_id uuid not null references users (id),
  cents bigint not null check (cents > 0),
  -- the last month that reached it: its mail was requested in the transaction that wrote this
  reached_in text check (reached_in ~ '^\d{4}-\d{2}$'),
  reached_on timestamptz,
  created_on timestamptz not null,
  check ((reached_in is null) = (reached_on is null)),
  constraint budgets_cents unique (user_id, cents)
);
create index budgets_domain on budgets (domain_id);
