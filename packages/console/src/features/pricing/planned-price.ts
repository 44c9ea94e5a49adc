import type { PlannedPrice, PriceRule } from '@atrium/contract/pricing/price-rule';

/** What a price belongs to: `content query * TIMER`. */
export const nameOf = ({ service, metric, target, measure }: PriceRule): string =>
  `${service} ${metric} ${target} ${measure}`;

/** The planned price that is in the rule itself, because none applies yet. */
export function plannedFirst({ startsOn, planned: [first] }: PriceRule): PlannedPrice | undefined {
  return first?.startsOn === startsOn ? first : undefined;
}
