-- compatible: a table that releases before this one do not know.
-- Mails to a mailbox in 15 minutes.
create table mail_counts (
  subject text primary key,
  mails integer not null,
  window_started_on timestamptz not null
);
