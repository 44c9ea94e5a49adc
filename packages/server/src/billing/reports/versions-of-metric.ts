import {
  MAX_BILLED_VERSIONS,
  type MetricShare,
  type MetricVersion,
  type MetricVersions,
} from '@atrium/contract/billing/metric-versions';
import { Measure } from '@atrium/contract/pricing/measure';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { UsedQuantity } from '../invoices/rating.ts';
import { SHARE_FIELDS, shareMetric } from './metric-shares.ts';
import type { VersionUsage } from './usage-version.repository.ts';

interface Line {
  serviceId: string;
  metric: string;
  target: string;
  /** All that was used of it. */
  used: readonly UsedQuantity[];
  /** Usage of the metric by version number. */
  byVersion: readonly VersionUsage[];
}

/**
 * Returns what each version had of one metric and target; what none had is a part, too. `changes` are the days on which
 * prices begin or end: between two of them `used` has one sum of a measure.
 */
export function versionsOfMetric(
  { used, byVersion, ...subject }: Line,
  book: PriceBook,
  changes: readonly string[],
): MetricVersions {
  const sumOf = ({ type, day }: Pick<UsedQuantity, 'type' | 'day'>) =>
    `${type} ${changes.findLastIndex((change) => change <= day)}`;
  const named = byVersion.flatMap(({ version, day, ...quantities }) =>
    Measure.options.map((type) => ({
      ...subject,
      part: version,
      type,
      day,
      quantity: quantities[SHARE_FIELDS[type]],
    })),
  );
  const known = new Map<string, bigint>();
  for (const each of named) known.set(sumOf(each), (known.get(sumOf(each)) ?? 0n) + BigInt(each.quantity));
  const unnamed = used
    .map((each) => ({ ...each, left: BigInt(each.quantity) - (known.get(sumOf(each)) ?? 0n) }))
    .filter(({ left }) => left > 0n)
    .map(({ left, ...each }) => ({ ...each, part: null, quantity: String(left) }));
  const shares = shareMetric<number | null>([...named, ...unnamed], book);
  const unrecorded = shares.get(null);
  const versions = [...shares].flatMap(([version, share]) => (version === null ? [] : { version, ...share }));
  return { ...rank(versions), ...(unrecorded && { unrecorded }) };
}

/** The versions with the highest costs, and one sum of the others. */
function rank(versions: readonly MetricVersion[]): Pick<MetricVersions, 'versions' | 'others'> {
  const ranked = versions.toSorted((a, b) => b.cents - a.cents || b.version - a.version);
  const others = ranked.slice(MAX_BILLED_VERSIONS);
  return {
    versions: ranked.slice(0, MAX_BILLED_VERSIONS).toSorted((a, b) => b.version - a.version),
    ...(others.length > 0 && { others: { count: others.length, ...addUp(others) } }),
  };
}

function addUp(shares: readonly MetricShare[]): MetricShare {
  const sum = { calls: 0, milliseconds: 0, bytes: 0, cents: 0 };
  for (const { calls, milliseconds, bytes, cents } of shares) {
    sum.calls += calls;
    sum.milliseconds += milliseconds;
    sum.bytes += bytes;
    sum.cents += cents;
  }
  return sum;
}
