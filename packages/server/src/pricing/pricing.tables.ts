import type { Measure } from '@atrium/contract/pricing/measure';
import type { Time } from '../database/columns.ts';

export interface PricingTables {
  price_rules: {
    id: string;
    service: string;
    target: string;
    metric: string;
    measure: Measure;
    created_on: Time;
    removed_on: Time | null;
  };
  price_revisions: {
    rule_id: string;
    /** UTC day, `2026-11-21`. */
    starts_on: string;
    /** Decimal text; null ends the rule. */
    cents: string | null;
    units: number;
    created_on: Time;
  };
  bonuses: {
    id: string;
    key: string;
    cents: number;
    created_on: Time;
  };
}
