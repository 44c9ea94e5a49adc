-- breaking: processes of the release before register in the dropped table.
-- The shipped services are called at one address, which is a setting of web and jobs: none of them is stored.
drop table services_processes;
alter table services alter column address drop not null;
update services set address = null where is_shipped;
alter table services add constraint services_address_kept check ((address is null) = is_shipped);
