-- Files of the pull about which nothing was decided, compressed JSON: they keep the base they had. None when null.
alter table backups add column left_out bytea;
