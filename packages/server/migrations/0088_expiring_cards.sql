-- compatible: a column that may be empty; releases before this one leave it so.
-- When a mail said that a default card expires, so that no second one does.
alter table cards add column expiry_mailed_on timestamptz;
create index cards_expiring on cards (exp_year, exp_month, id)
  where is_default and removed_on is null and expiry_mailed_on is null;
