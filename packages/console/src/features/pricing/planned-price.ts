import { isSameSubject, type PlannedPrice, type PriceRule } from '@atrium/contract/pricing/price-rule';

/** What a price belongs to: `content query * TIMER`. */
export const nameOf = ({ service, metric, target, measure }: PriceRule): string =>
  `${service} ${metric} ${target} ${measure}`;

/** The planned price that is in the rule itself, because none applies yet. */
export function plannedFirst({ startsOn, planned: [first] }: PriceRule): PlannedPrice | undefined {
  return first?.startsOn === startsOn ? first : undefined;
}

/** Whether a rule that asks its price today would ask it for something else. */
export function isMoved(rule: PriceRule | undefined, change: Parameters<typeof isSameSubject>[1]): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return rule !== undefined && rule.startsOn <= today && !isSameSubject(rule, change);
}
