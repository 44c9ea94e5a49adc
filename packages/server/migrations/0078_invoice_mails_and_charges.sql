-- compatible: tables, indexes and columns with a default; the release before neither reads nor writes them. It asks about an
-- automatic attempt as about any other one; the provider takes its key for one charge, so what differs is refused.
-- That an invoice was mailed about: noted in the transaction that requests the mails, so that each goes out once.
create table invoice_notices (
  invoice_id uuid not null references invoices (id),
  news text not null check (news in ('issued', 'due')),
  domain_id uuid not null references domains (id),
  noted_on timestamptz not null,
  primary key (invoice_id, news)
);
create index invoices_unpaid on invoices (due_date) where paid_on is null;

-- Names of what was attached.
alter table development_mails add column attachments text[] not null default '{}';

-- Customers whose invoices are charged to their default card when they are issued.
create table automatic_payments (
  user_id uuid primary key references users (id),
  domain_id uuid not null references domains (id),
  created_on timestamptz not null
);

-- Their invoices: when each is tried next; null when it is paid, or not tried any more.
create table automatic_charges (
  invoice_id uuid primary key references invoices (id),
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  first_on timestamptz not null,
  failed_tries integer not null default 0,
  next_on timestamptz
);
create index automatic_charges_next on automatic_charges (next_on) where next_on is not null;
create index automatic_charges_user on automatic_charges (user_id) where next_on is not null;

alter table payments add column is_automatic boolean not null default false;
