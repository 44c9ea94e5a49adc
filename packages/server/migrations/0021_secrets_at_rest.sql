-- Which secret key (it is never in the database) the sealed columns are encrypted under: ids that only the holder of the
-- key can compute, so that a process with another key refuses to start. Those that are not current are being rotated out.
create table secret_keys (
  id text primary key,
  is_current boolean not null,
  created_on timestamptz not null
);
create unique index secret_keys_current on secret_keys (is_current) where is_current;

-- From now on sealed. What an earlier release left in clear (JSON) is encrypted by the first start.
alter table signing_keys rename column private_jwk to private_key;
alter table signing_keys alter column private_key type text using private_key::text;
alter table service_keys rename column private_jwk to private_key;
alter table service_keys alter column private_key type text using private_key::text;

-- A new signing key is published for a while before it signs, so that every process knows it by then.
alter table signing_keys add column signs_from timestamptz;
update signing_keys set signs_from = created_on;
alter table signing_keys alter column signs_from set not null;
