-- A mail tells of a sign-in on a device that the account does not know, except of the very first one.
alter table users add column first_signed_in_on timestamptz;
update users set first_signed_in_on = email_confirmed_on where email_confirmed_on is not null;

-- The session that the link of that mail ends.
alter table one_time_tokens add column session_id uuid references sessions (id) on delete cascade;
create index one_time_tokens_session on one_time_tokens (session_id) where session_id is not null;
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('confirm', 'reset', 'invite', 'change-email', 'custom-login', 'report-sign-in'));

-- Where a device last signed in from; not known of those from before.
alter table known_devices add column user_agent text not null default '';
alter table known_devices add column address text not null default '';
