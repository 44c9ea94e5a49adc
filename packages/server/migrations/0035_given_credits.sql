-- Credits that administrators give, some until a day. What is left of one then is taken by an entry that names no invoice.
alter table credit_entries add column expires_on date;
alter table credit_entries add column is_given boolean not null default false;
-- the administrator; null for the operator on the command line
alter table credit_entries add column given_by uuid references users (id);

alter table credit_entries drop constraint credit_entries_check1;
alter table credit_entries add constraint credit_entries_taken
  check (case when cents > 0 then invoice_id is null else expires_on is null and not is_given and given_by is null end);
alter table credit_entries add constraint credit_entries_given check (is_given or given_by is null);

-- The free tier is given once; two gifts may have one reason.
drop index credit_entries_once;
create unique index credit_entries_once on credit_entries (user_id, reason) where cents > 0 and not is_given;
create index credit_entries_credit on credit_entries (credit_id) where credit_id is not null;
create index credit_entries_expiry on credit_entries (expires_on) where expires_on is not null;
