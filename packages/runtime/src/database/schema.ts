import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

type Time = ColumnType<Date, Date, Date>;

interface ConfigurationTable {
  domain_id: string;
  service_id: string;
  live_version: Generated<number>;
}

interface BlobTable {
  domain_id: string;
  checksum: string;
  content: Buffer;
}

interface VersionTable {
  domain_id: string;
  service_id: string;
  version: number;
  parent: number | null;
  created_on: Time;
  author: string | null;
  message: string;
  commit_sha: string | null;
  files_count: number;
  changes_count: number;
}

interface FileTable {
  domain_id: string;
  service_id: string;
  folder_path: string;
  name: string;
  from_version: number;
  until_version: number | null;
  checksum: string;
  commit_sha: string | null;
  modified_on: Time;
}

interface EntryTable {
  domain_id: string;
  collection: string;
  id: string;
  document: ColumnType<Record<string, unknown>, string, string>;
  is_configured: boolean;
  created_on: Time;
  modified_on: Time;
}

export interface RuntimeDatabase {
  configuration: ConfigurationTable;
  blob: BlobTable;
  version: VersionTable;
  file: FileTable;
  entry: EntryTable;
}

/** Where queries go: the pool, or one transaction. */
export type Store = Kysely<RuntimeDatabase> | Transaction<RuntimeDatabase>;
