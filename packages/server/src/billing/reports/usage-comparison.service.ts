import type { MetricVersions } from '@atrium/contract/billing/metric-versions';
import type { MetricDay, UsageComparison } from '@atrium/contract/billing/usage-comparison';
import { COLLECTION_METRICS, nameOfTarget } from '@atrium/contract/service-api/functions/usage-target';
import { ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { daysOfMonth } from '../../utc.ts';
import { listUsageByDay, scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import { findPricedDays, listUsage } from '../metering/usage-day.repository.ts';
import { shareMetric } from './metric-shares.ts';
import { type BilledQuantity, byBilledDay } from './plot-series.ts';
import { rateFunctions } from './rate-functions.ts';
import { listVersionUsage } from './usage-version.repository.ts';
import { versionsOfMetric } from './versions-of-metric.ts';

/** Returns what each day of billing had of one metric and target, and its share of the cents. */
function daysOfMetric(used: readonly BilledQuantity[], book: PriceBook): MetricDay[] {
  const parts = used.toSorted(byBilledDay).map((each) => ({ ...each, part: each.billedDay }));
  return [...shareMetric(parts, book)].map(([day, share]) => ({ day, ...share }));
}

interface Parts {
  db: Kysely<Database>;
  pricing: Pricing;
}

interface LineName {
  month: string;
  metric: string;
  /** Target of the bill's line. */
  target: string;
}

type ServiceReader = UsageReader & { serviceId: string };

/** Explains the cost of a bill's line, or of a month. */
export class UsageComparisons {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Daily usage of a metric; days without usage are omitted. */
  async listDays(reader: ServiceReader, { month, metric, target }: LineName): Promise<MetricDay[]> {
    const { db, pricing } = this.#parts;
    const book = await pricing.getPriceBook();
    const used = await listUsageByDay(db, scopeOf(reader), book, month);
    return daysOfMetric(
      used.filter((each) => each.metric === metric && each.target === target),
      book,
    );
  }

  /** Usage of a metric by version. */
  async listVersions(reader: ServiceReader, { month, metric, target }: LineName): Promise<MetricVersions> {
    const { db, pricing } = this.#parts;
    const { serviceId } = reader;
    const book = await pricing.getPriceBook();
    const days = daysOfMonth(month);
    const scope = { ...scopeOf(reader), serviceId };
    // In one snapshot: usage that arrives in between would seem to have no version.
    const { changes, used, byVersion } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const priced = await findPricedDays(transaction, scope, days);
        const [changes, own] = [book.changesWithin(priced), book.ownTargetsWithin(priced)];
        const ownTargets = own.filter((each) => each.service === serviceId && each.metric === metric);
        const billed = { metric, target, ownTargets: ownTargets.map((each) => each.target) };
        return {
          changes,
          used: await listUsage(transaction, scope, days, changes, own),
          byVersion: await listVersionUsage(transaction, scope, days, changes, billed),
        };
      });
    const ofLine = used.filter((each) => each.metric === metric && each.target === target);
    // A target without a price of its own is no line: its usage is one of `*`.
    if (ofLine.length === 0) return { versions: [] };
    return versionsOfMetric({ serviceId, metric, target, used: ofLine, byVersion }, book, changes);
  }

  /** Compares two months; the earlier one has the prices of its last day, at which volumes are compared. */
  async get(reader: UsageReader, from: string, to: string): Promise<UsageComparison> {
    if (from >= to) throw new ValidationError('Compare a month with an earlier one.');
    const book = await this.#parts.pricing.getPriceBook();
    const constant = book.withPricesOf(daysOfMonth(from).end);
    const [before, after] = await Promise.all([this.#rate(reader, from, book), this.#rate(reader, to, book)]);
    const [beforeAt, afterAt] = await Promise.all([
      this.#rate(reader, from, constant),
      this.#rate(reader, to, constant),
    ]);
    const added = withoutThose(after, before);
    const gone = withoutThose(before, after);
    const inBoth = [...after.keys()].filter((key) => before.has(key));
    const ofBoth = (cents: ReadonlyMap<string, number>) => sum(inBoth.map((key) => cents.get(key) ?? 0));
    const volumeCents = ofBoth(afterAt) - ofBoth(beforeAt);
    return {
      fromCents: sum([...before.values()]),
      toCents: sum([...after.values()]),
      added,
      gone: { count: gone.count, cents: 0 - gone.cents },
      volumeCents,
      priceCents: ofBoth(after) - ofBoth(before) - volumeCents,
    };
  }

  /** Cents of each function and collection, all its metrics together. */
  async #rate(reader: UsageReader, month: string, book: PriceBook): Promise<Map<string, number>> {
    const cents = new Map<string, number>();
    for (const { serviceId, metric, target, cents: share } of await rateFunctions(this.#parts.db, reader, {
      month,
      book,
    })) {
      const key = JSON.stringify([serviceId, target, COLLECTION_METRICS.includes(metric)]);
      cents.set(key, (cents.get(key) ?? 0) + share);
    }
    return cents;
  }
}

/**
 * Removes costs of functions that are in both months. Test runs, and calls before per-function metering, are not
 * functions.
 */
function withoutThose(cents: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>) {
  const found = [...cents].filter(([key]) => !others.has(key));
  const isFunction = (key: string) => nameOfTarget((JSON.parse(key) as string[])[1] ?? '') !== undefined;
  return {
    count: found.filter(([key]) => isFunction(key)).length,
    cents: sum(found.map(([, each]) => each)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
