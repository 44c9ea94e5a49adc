import type { Store } from '../database/schema.ts';

interface SealedRow {
  /** The primary key. */
  row: string;
  text: string;
}

/** A column that holds sealed secrets. Each area describes its own, so that all of them can be encrypted anew. */
export interface SealedColumn {
  /** `table.column`. */
  name: string;
  /** Some rows whose text does not begin like this. */
  list: (db: Store, prefix: string) => Promise<SealedRow[]>;
  /** Updates the text unless it changed since it was read. */
  update: (db: Store, before: SealedRow, text: string) => Promise<void>;
}
