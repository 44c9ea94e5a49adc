-- compatible: an index, which releases before this one do not ask for.
-- Who looks for an action that a domain has seldom or never done would otherwise read its whole log. Names of actions are compared
-- byte by byte, so that those with the same beginning stand together.
create index log_entries_action on log_entries (domain_id, action collate "C");
