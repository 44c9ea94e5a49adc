-- Usage as it comes in, months as they are closed, and what customers pay with.

-- One row for each event of a service that counted. The key makes a repeated event count once.
create table usage_events (
  id text not null,
  service_id text not null,
  batch_id text not null,
  domain_id uuid not null,
  user_id uuid not null,
  metric text not null,
  target text not null,
  type text not null check (type in ('COUNTER', 'MEMORY', 'TIMER')),
  quantity bigint not null check (quantity >= 0),
  at timestamptz not null,
  -- the day that it is billed under: its own, or the first open one when its month was closed already
  billed_day date not null,
  primary key (service_id, id)
);

-- Events that could not be billed to anyone, kept for the operator.
create table usage_rejections (
  service_id text not null,
  event_id text not null,
  event jsonb not null,
  reason text not null,
  received_on timestamptz not null,
  primary key (service_id, event_id)
);

-- The sum of events by day; what bills are made of. payer_id is the parent of a child user.
create table usage_days (
  domain_id uuid not null,
  payer_id uuid not null,
  user_id uuid not null,
  day date not null,
  service_id text not null,
  metric text not null,
  target text not null,
  type text not null,
  quantity bigint not null,
  events bigint not null,
  primary key (payer_id, day, user_id, service_id, metric, target, type)
);
create index usage_days_user on usage_days (domain_id, user_id, day);

-- A month is sealed first (its usage stands still), then invoiced payer by payer, then marked as done.
create table billing_periods (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  sealed_on timestamptz not null,
  invoiced_on timestamptz
);

create table cards (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  provider text not null,
  -- what the provider knows the card by; a card number never reaches the platform
  provider_customer text not null,
  provider_card text not null,
  holder_name text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  is_default boolean not null,
  created_on timestamptz not null,
  removed_on timestamptz
);
create index cards_user on cards (domain_id, user_id, id);
create unique index cards_default on cards (user_id) where is_default and removed_on is null;

create table addresses (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  country text not null,
  city text not null,
  line1 text not null,
  line2 text not null,
  zip text not null,
  company_name text not null,
  company_vat text not null,
  is_default boolean not null,
  created_on timestamptz not null,
  removed_on timestamptz
);
create index addresses_user on addresses (domain_id, user_id, id);
create unique index addresses_default on addresses (user_id) where is_default and removed_on is null;

create table invoice_numbers (
  year integer primary key,
  last_number integer not null
);

create table invoices (
  id uuid primary key,
  number text not null unique,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  month text not null,
  period_start date not null,
  period_end date not null,
  created_on timestamptz not null,
  due_date timestamptz not null,
  currency text not null,
  grand_total_cents bigint not null,
  discount_cents bigint not null check (discount_cents between 0 and grand_total_cents),
  services jsonb not null,
  address jsonb,
  -- these two change: who paid, and what went wrong last time
  card jsonb,
  paid_on timestamptz,
  payment_error text,
  unique (user_id, month)
);
create index invoices_user on invoices (domain_id, user_id, month desc, id desc);

create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'invoice % cannot be deleted', old.number;
  end if;
  if (to_jsonb(new) - 'card' - 'paid_on' - 'payment_error') <> (to_jsonb(old) - 'card' - 'paid_on' - 'payment_error')
     or (old.paid_on is not null and to_jsonb(new) <> to_jsonb(old)) then
    raise exception 'invoice % cannot be changed', old.number;
  end if;
  return new;
end $$;
create trigger invoices_are_immutable before update or delete on invoices
  for each row execute function refuse_invoice_change();

-- Attempts to charge a card. At most one of an invoice is open, and its key makes the provider charge once.
create table payments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id),
  domain_id uuid not null references domains (id),
  card_id uuid not null references cards (id),
  provider text not null,
  provider_payment text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null default 'open' check (status in ('open', 'succeeded', 'failed')),
  error text,
  created_on timestamptz not null,
  finished_on timestamptz
);
create unique index payments_open on payments (invoice_id) where status = 'open';
create unique index payments_succeeded on payments (invoice_id) where status = 'succeeded';
create index payments_invoice on payments (invoice_id, id);

-- Free tier, append-only: credit given (plus) and taken by invoices (minus, naming the credit it came from).
create table credit_entries (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  cents bigint not null check (cents <> 0),
  reason text not null,
  credit_id uuid references credit_entries (id),
  invoice_id uuid references invoices (id),
  created_on timestamptz not null,
  check ((cents > 0) = (credit_id is null)),
  check ((cents < 0) = (invoice_id is not null))
);
create index credit_entries_user on credit_entries (domain_id, user_id, created_on, id);
create unique index credit_entries_once on credit_entries (user_id, reason) where cents > 0;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only';
end $$;
create trigger credit_entries_are_immutable before update or delete on credit_entries
  for each row execute function refuse_ledger_change();

-- The built-in test provider's own books: tokens its field made, cards kept, charges made.
create table test_provider_tokens (
  token text primary key,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  behaviour text not null,
  used_on timestamptz,
  created_on timestamptz not null
);
create table test_provider_cards (
  id text primary key,
  customer text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  behaviour text not null
);
create table test_provider_charges (
  id text primary key,
  idempotency_key text not null unique,
  card_id text not null references test_provider_cards (id),
  amount_cents bigint not null,
  currency text not null,
  status text not null check (status in ('succeeded', 'declined', 'authentication')),
  client_secret text not null unique,
  error text,
  created_on timestamptz not null
);
