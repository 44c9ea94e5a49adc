-- compatible: a column that may be empty; releases before this one leave it so.
-- When a child user was last invited: until when the invitation can be accepted is known before its mail is written.
alter table users add column invited_on timestamptz;
