import type { Measure } from '@atrium/contract/pricing/measure';

/** Subject of a price. */
export interface PriceSubject {
  service: string;
  target: string;
  metric: string;
  measure: Measure;
}

/** A price from a UTC day on; `price` null ends it. */
export interface PriceRevision extends PriceSubject {
  ruleId: string;
  startsOn: string;
  price: { cents: string; units: number } | null;
}

/** On one day, a price goes before the end of another rule for the same subject. */
export function newestFirst(a: PriceRevision, b: PriceRevision): number {
  if (a.startsOn !== b.startsOn) return a.startsOn < b.startsOn ? 1 : -1;
  return Number(a.price === null) - Number(b.price === null);
}

export function subjectKey({ service, target, metric, measure }: PriceSubject): string {
  return JSON.stringify([service, target, metric, measure]);
}
