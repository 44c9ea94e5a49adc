import type { StorageTables } from './storage.tables.ts';

/** What a domain stores, or by how much that changes. */
export type Stored = Omit<StorageTables['stored'], 'domainId'>;

export const NOTHING_STORED: Stored = {
  files: 0,
  configurationBytes: 0,
  historyBytes: 0,
  entries: 0,
  entryBytes: 0,
};

/** What describes a stored content: its row, and its share of indexes. */
export const ROW_BYTES = 256;
