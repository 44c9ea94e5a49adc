-- breaking: the release before delivers from a table that is dropped.
drop table webhook_deliveries;

-- Messages to receivers outside, such as webhooks. The last ones of each receiver are kept.
create table outbox_deliveries (
  -- sent with each try, so receivers can drop duplicates
  id uuid primary key,
  domain_id uuid not null references domains (id),
  kind text not null,
  -- in the table of the kind's area, which deletes the deliveries of a deleted receiver
  receiver_id uuid not null,
  event text not null,
  subject_id uuid,
  payload text not null,
  max_tries smallint not null,
  created_on timestamptz not null,
  status text not null default 'WAITING',
  tries smallint not null default 0,
  -- null once the delivery has ended
  next_try_on timestamptz,
  last_try_on timestamptz,
  status_code smallint,
  error text
);
create index outbox_deliveries_receiver on outbox_deliveries (domain_id, receiver_id, created_on desc, id desc);
create index outbox_deliveries_waiting on outbox_deliveries (domain_id) where status = 'WAITING';
