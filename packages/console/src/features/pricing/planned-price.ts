import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { isSameSubject, type PlannedPrice, type PriceRule } from '@atrium/contract/pricing/price-rule';
import { nameOfMeasure } from '../../lib/measure-names.ts';

/** Name of a price: `content, query, any target, time`. */
export const nameOf = ({ service, metric, target, measure }: PriceRule): string =>
  [service, metric, target === ANY_TARGET ? 'any target' : target, nameOfMeasure(measure).toLowerCase()].join(
    ', ',
  );

/** The planned price that is in the rule itself, because none applies yet. */
export function plannedFirst({ startsOn, planned: [first] }: PriceRule): PlannedPrice | undefined {
  return first?.startsOn === startsOn ? first : undefined;
}

/** Returns whether a rule in effect today would move to another service, target, metric or measure. */
export function isMoved(rule: PriceRule | undefined, change: Parameters<typeof isSameSubject>[1]): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return rule !== undefined && rule.startsOn <= today && !isSameSubject(rule, change);
}
