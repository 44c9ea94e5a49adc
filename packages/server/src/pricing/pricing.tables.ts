import type { Measure } from '@atrium/contract/pricing/measure';
import type { Time } from '@atrium/host/database/columns';

export interface PricingTables {
  priceRules: {
    id: string;
    service: string;
    target: string;
    metric: string;
    measure: Measure;
    createdOn: Time;
    removedOn: Time | null;
  };
  priceRevisions: {
    ruleId: string;
    /** UTC day, `2026-11-21`. */
    startsOn: string;
    /** Decimal text; null ends the rule. */
    cents: string | null;
    units: number;
    createdOn: Time;
  };
  bonuses: {
    id: string;
    key: string;
    cents: number;
    createdOn: Time;
  };
}
