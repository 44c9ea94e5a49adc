import type { Time } from '@atrium/host/database/columns';

export interface DemoTables {
  /** Shares of the demo that were filled in. */
  demoSeeds: { name: string; filledOn: Time };
}
