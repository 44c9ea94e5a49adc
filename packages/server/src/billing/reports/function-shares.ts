import type { FunctionUsage, MetricUsage, ServiceUsage, Usage } from '@atrium/contract/billing/usage';
import { LIVE_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import type { RankedFunction } from './function-usage.repository.ts';

/**
 * Returns how many of the cents of its entry a function is charged for: what all cents up to it are, rounded, less those
 * up to the one before it. So shares are within a cent of the exact amount, and all of them together are the entry's.
 */
export function shareOf(
  cents: number,
  { cost, costSoFar, costOfAll }: Pick<RankedFunction, 'cost' | 'costSoFar' | 'costOfAll'>,
): number {
  const [all, upTo] = [BigInt(costOfAll), BigInt(costSoFar)];
  const roundedUpTo = (part: bigint) => (all === 0n ? 0n : (2n * BigInt(cents) * part + all) / (2n * all));
  return Number(roundedUpTo(upTo) - roundedUpTo(upTo - BigInt(cost)));
}

type EntryName = Pick<RankedFunction, 'serviceId' | 'metric' | 'priceTarget'>;

const keyOf = ({ serviceId, metric, priceTarget }: EntryName): string =>
  JSON.stringify([serviceId, metric, priceTarget]);

/** Returns what finds the cents of an entry of a bill; those of one that is not on it are none. */
export function indexEntries(services: readonly ServiceUsage[]): (entry: EntryName) => number {
  const cents = new Map(
    services.flatMap(({ service: { id: serviceId }, metrics }) =>
      metrics.map(({ metric, cents }) => [
        keyOf({ serviceId, metric: metric.name, priceTarget: metric.target }),
        cents,
      ]),
    ),
  );
  return (entry) => cents.get(keyOf(entry)) ?? 0;
}

/** Returns the usage with the functions of each metric that cost most, and one sum of the others. */
export function withFunctions(usage: Usage, ranked: readonly RankedFunction[]): Usage {
  const byEntry = Map.groupBy(ranked, keyOf);
  const services = usage.services.map((service) => ({
    ...service,
    metrics: service.metrics.map((metric) => {
      const { name, target } = metric.metric;
      const key = keyOf({ serviceId: service.service.id, metric: name, priceTarget: target });
      return { ...metric, ...nameFunctions(metric, byEntry.get(key) ?? []) };
    }),
  }));
  return { ...usage, services };
}

function nameFunctions(
  { metric, cents }: MetricUsage,
  ranked: readonly RankedFunction[],
): Pick<MetricUsage, 'functions' | 'others'> {
  const [first] = ranked;
  if (first === undefined) return {};
  // An entry for a single target has no breakdown, nor has usage metered before functions had targets of their own.
  const isOne = first.functionCount === 1 && [metric.target, LIVE_TARGET].includes(first.target);
  if (isOne) return {};
  const functions = ranked.map(
    (one): FunctionUsage => ({
      target: one.target,
      cents: shareOf(cents, one),
      calls: Number(one.calls),
      milliseconds: Number(one.milliseconds),
      bytes: Number(one.bytes),
    }),
  );
  const count = first.functionCount - ranked.length;
  if (count === 0) return { functions };
  return { functions, others: { count, cents: functions.reduce((left, one) => left - one.cents, cents) } };
}
