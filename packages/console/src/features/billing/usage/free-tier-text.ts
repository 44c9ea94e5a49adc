import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { formatUtcDay } from '@atrium/contract/utc-day';

/** Describes how long the free tier lasts at this rate; undefined without a free tier. */
export function describeFreeTier(freeTier: UsageDays['freeTier'] | undefined): string | undefined {
  if (!freeTier) return undefined;
  const { leftCents, endsOn } = freeTier;
  if (endsOn === null) return `${formatCents(leftCents)} after this month so far; lasts for over a year`;
  if (leftCents === 0) return `Used up since ${formatUtcDay(endsOn)}`;
  return `${formatCents(leftCents)} after this month so far; runs out on ${formatUtcDay(endsOn)}`;
}
