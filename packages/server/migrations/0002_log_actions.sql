-- compatible: the release before reads the same columns by the same index.
-- The newest entries of an action are read in their order, however many others there are.
drop index log_entries_action;
create index log_entries_action on log_entries (domain_id, action collate "C", created_on desc, id desc);

-- For reads of all domains, which name the condition. Those of one domain must not walk through the entries of others.
drop index log_entries_time;
create index log_entries_time on log_entries (created_on desc, id desc) where action <> '';
