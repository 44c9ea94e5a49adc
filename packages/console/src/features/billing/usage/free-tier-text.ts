import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { nameOfDay } from './months.ts';

/** How far the free tier reaches at this rate; undefined for whoever has none. */
export function describeFreeTier(
  freeTier: UsageDays['freeTier'] | undefined,
  month: string,
): string | undefined {
  if (!freeTier) return undefined;
  const { leftCents, endsOn } = freeTier;
  if (endsOn === null) return `${formatCents(leftCents)} after this month so far; lasts for over a year`;
  const day = `${nameOfDay(endsOn.slice(0, 7), Number(endsOn.slice(8)))}${
    endsOn.startsWith(month.slice(0, 4)) ? '' : ` ${endsOn.slice(0, 4)}`
  }`;
  if (leftCents === 0) return `Used up since ${day}`;
  return `${formatCents(leftCents)} after this month so far; runs out on ${day}`;
}
