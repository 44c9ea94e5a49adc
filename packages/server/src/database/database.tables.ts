import type { Time } from './columns.ts';

export interface DatabaseTables {
  /** Shares of the demo that were filled in. */
  demo_seeds: { name: string; filled_on: Time };
}
