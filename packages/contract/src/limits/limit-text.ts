import { LIMITS, type LimitName, type LimitUnit } from './limit.ts';

const MIB = 1024 * 1024;

/** An amount as people read it: `1,200`, `96.5 MiB` or `3,600 s`. */
export function limitAmount(amount: number, unit: LimitUnit): string {
  if (unit === 'seconds') return `${amount.toLocaleString('en-US')} s`;
  if (unit === 'count') return amount.toLocaleString('en-US');
  if (amount < MIB) return `${Math.ceil(amount / 1024).toLocaleString('en-US')} KiB`;
  return `${(amount / MIB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`;
}

/** Remedy for a limit that is reached. The limit of a domain without a card is lifted by adding one. */
export function limitRemedy(name: LimitName, limit: number): string {
  const { withoutCard, default: withCard, unit, remedy } = LIMITS[name];
  if (limit !== withoutCard) return remedy;
  return `Add a card on the page Payment info: with one the limit is ${limitAmount(withCard, unit)}. ${remedy}`;
}

/** Reason of a refusal: the limit, its use, and the remedy. */
export function limitReachedText(name: LimitName, limit: number, used: number): string {
  const { label, unit } = LIMITS[name];
  const amounts = `${limitAmount(used, unit)} of ${limitAmount(limit, unit)} used`;
  return `The limit of this domain is reached. ${label}: ${amounts}. ${limitRemedy(name, limit)}`;
}
