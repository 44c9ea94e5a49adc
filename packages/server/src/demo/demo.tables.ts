import type { Time } from '../database/columns.ts';

export interface DemoTables {
  /** Shares of the demo that were filled in. */
  demoSeeds: { name: string; filledOn: Time };
}
