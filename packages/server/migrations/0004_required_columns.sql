-- compatible: every process fills these columns.

alter table invoices alter column seller set not null;
alter table exchanges
  alter column user_id set not null,
  alter column submitted_version set not null;
