-- compatible: a table that the release before neither fills nor reads; events about it were ignored so far.
-- Disputes and refunds of payments, as the card provider tells of them. Sums of invoices stay.
create table payment_reversals (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  invoice_id uuid not null references invoices (id),
  payment_id uuid not null references payments (id),
  provider text not null,
  -- of the dispute, or of the charge that was refunded
  provider_id text not null,
  kind text not null check (kind in ('dispute', 'refund')),
  amount_cents bigint not null,
  reason text,
  outcome text check (outcome in ('won', 'lost')),
  created_on timestamptz not null,
  changed_on timestamptz not null,
  unique (provider, provider_id)
);
create index payment_reversals_invoice on payment_reversals (invoice_id);
create index payment_reversals_changed on payment_reversals (changed_on);
