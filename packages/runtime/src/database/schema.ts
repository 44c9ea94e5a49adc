import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

type Time = ColumnType<Date, Date, Date>;

interface ConfigurationTable {
  domainId: string;
  serviceId: string;
  liveVersion: Generated<number>;
}

interface BlobTable {
  domainId: string;
  checksum: string;
  content: Buffer;
}

interface VersionTable {
  domainId: string;
  serviceId: string;
  version: number;
  parent: number | null;
  createdOn: Time;
  author: string | null;
  message: string;
  commitSha: string | null;
  filesCount: number;
  changesCount: number;
}

interface FileTable {
  domainId: string;
  serviceId: string;
  folderPath: string;
  name: string;
  fromVersion: number;
  untilVersion: number | null;
  checksum: string;
  commitSha: string | null;
  modifiedOn: Time;
}

interface EntryTable {
  domainId: string;
  collection: string;
  id: string;
  document: ColumnType<Record<string, unknown>, string, string>;
  isConfigured: boolean;
  createdOn: Time;
  modifiedOn: Time;
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
