-- A passkey also confirms who holds a session.
alter table sign_in_challenges
  drop constraint sign_in_challenges_purpose_check,
  add constraint sign_in_challenges_purpose_check
    check (purpose in ('second-factor', 'set-up', 'passkey-login', 'add-passkey', 'confirm'));
