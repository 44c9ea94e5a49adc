-- compatible: the release before writes states that stay allowed, and lists mails without their state being checked.

alter table function_mails drop constraint function_mails_state_check;
alter table function_mails
  add constraint function_mails_state_check check (state in ('WAITING', 'SENT', 'FAILED', 'SUPPRESSED'));
