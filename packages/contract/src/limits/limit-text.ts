import { LIMITS, type LimitName, type LimitUnit } from './limit.ts';

const MIB = 1024 * 1024;

/** An amount as people read it: `1,200` or `96.5 MiB`. */
export function limitAmount(amount: number, unit: LimitUnit): string {
  if (unit === 'count') return amount.toLocaleString('en-US');
  if (amount < MIB) return `${Math.ceil(amount / 1024).toLocaleString('en-US')} KiB`;
  return `${(amount / MIB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`;
}

/** Why something is refused: which limit, how much is used, and what to do. */
export function limitReachedText(name: LimitName, limit: number, used: number): string {
  const { label, unit, remedy } = LIMITS[name];
  const amounts = `${limitAmount(used, unit)} of ${limitAmount(limit, unit)} used`;
  return `The limit of this domain is reached. ${label}: ${amounts}. ${remedy}`;
}
