-- Mails to a mailbox in 15 minutes.
create table mail_counts (
  subject text primary key,
  mails integer not null,
  window_started_on timestamptz not null
);
