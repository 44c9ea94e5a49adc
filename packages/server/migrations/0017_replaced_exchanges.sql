-- What an exchange replaced stays until the next one with the same branch: undoing a submit makes it count again. It does
-- so by itself when the one that replaced it is deleted.
alter table exchanges add column replaced_by uuid
  references exchanges (id) on delete set null deferrable initially deferred;
alter table exchanges drop constraint exchanges_domain_id_service_id_git_url_branch_key;
create unique index exchanges_place on exchanges (domain_id, service_id, git_url, branch) where replaced_by is null;
create index exchanges_replaced_by on exchanges (replaced_by) where replaced_by is not null;
