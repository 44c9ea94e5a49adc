-- compatible: no release before has connections.
alter table connections
  add column kind text not null default 'password' check (kind in ('password', 'key')),
  -- algorithm and key of the host, once someone has confirmed its fingerprint
  add column host_key text;
alter table connections alter column kind drop default;
-- a password, or the private half of a deploy key
alter table connections rename column password to secret;
-- with a deploy key it is part of the address
alter table connections alter column username drop not null;
