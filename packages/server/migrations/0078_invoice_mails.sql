-- compatible: a table, a column with a default and an index; the release before neither reads nor writes them.
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
