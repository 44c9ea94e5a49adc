import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import {
  COLLECTION_METRICS,
  LIVE_TARGET,
  TEST_TARGET,
} from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import {
  type Days,
  isWithinDays,
  SUMS,
  toStretch,
  type UsageScope,
} from '../metering/usage-day.repository.ts';

/** A line of a bill. */
interface BilledMetric {
  metric: string;
  /** `*` is every target but those that have a price of their own. */
  target: string;
  ownTargets: string[];
}

/** Usage of a version on days with the same prices, of which `day` is one. */
export interface VersionUsage {
  version: number;
  day: string;
  calls: string;
  milliseconds: string;
  bytes: string;
}

/** Usage of a line by version number, summed over stretches of days without a price change. */
export async function listVersionUsage(
  db: Store,
  scope: UsageScope & { serviceId: string },
  days: Days,
  changes: string[],
  { metric, target, ownTargets }: BilledMetric,
): Promise<VersionUsage[]> {
  const isOfTarget =
    target === ANY_TARGET ? sql`target <> all(${ownTargets}::text[])` : sql`target = ${target}`;
  const { rows } = await sql<VersionUsage>`
    select version, min(day) as day, ${SUMS}
    from usage_days
    where ${isWithinDays(scope, days)} and metric = ${metric} and version >= 0 and ${isOfTarget}
    group by version, ${toStretch(changes)}
    order by version, day`.execute(db);
  return rows;
}

/** Usage of a function by metric with a version. */
export interface FunctionVersionUsage {
  target: string;
  version: number;
  metric: string;
  calls: string;
  milliseconds: string;
  bytes: string;
}

/** Usage of a service's functions with some versions, without that of their tests. */
export async function listFunctionVersionUsage(
  db: Store,
  scope: UsageScope & { serviceId: string },
  days: Days,
  versions: readonly number[],
): Promise<FunctionVersionUsage[]> {
  const { rows } = await sql<FunctionVersionUsage>`
    select target, version, metric, ${SUMS}
    from usage_days
    where ${isWithinDays(scope, days)} and version = any(${versions}::int[])
      and metric <> all(${COLLECTION_METRICS}::text[]) and target not in (${LIVE_TARGET}, ${TEST_TARGET})
    group by 1, 2, 3
    order by target collate "C", version, metric`.execute(db);
  return rows;
}
