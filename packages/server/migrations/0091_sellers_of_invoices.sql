-- compatible: a column that may be empty; the release before leaves it so, and prints its own seller.
-- Who sold, as it was when the invoice was issued: what is set later does not change it.
alter table invoices add column seller jsonb;
