-- compatible: the release before neither reads nor writes this table.

-- TypeScript sources without their types, as one version of Node has removed them. A blob takes it along when it is deleted.
create table stripped_source (
  domain_id text not null,
  checksum text not null,
  node_version text not null,
  code bytea not null,
  primary key (domain_id, checksum),
  foreign key (domain_id, checksum) references blob (domain_id, checksum) on delete cascade
);
