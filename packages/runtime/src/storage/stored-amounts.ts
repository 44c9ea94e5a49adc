import type { StorageTables } from './storage.tables.ts';

/** Amounts stored by a domain, or changes of them. */
export type Stored = Omit<StorageTables['stored'], 'domainId'>;

export const NOTHING_STORED: Stored = {
  files: 0,
  configurationBytes: 0,
  historyBytes: 0,
  entries: 0,
  entryBytes: 0,
};

/** Overhead of a stored content: its row, and its share of indexes. */
export const ROW_BYTES = 256;
