-- compatible: two columns that may be empty; releases before this one leave them so.
-- Who stored the public key of an access key, and when: it is deleted if that person reports the sign-in as someone else's.
alter table access_keys
  add column key_set_by uuid,
  add column key_set_on timestamptz;
