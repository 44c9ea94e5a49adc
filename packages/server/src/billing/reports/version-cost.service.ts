import {
  COMPARED_DAYS,
  type compareVersionCosts,
  type VersionUse,
} from '@atrium/contract/billing/version-costs';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { Measure } from '@atrium/contract/pricing/measure';
import { nameOfTarget } from '@atrium/contract/service-api/functions/usage-target';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { exactCents } from '../../pricing/amount.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { addDays, utcDay } from '../../utc.ts';
import { scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import { SHARE_FIELDS } from './metric-shares.ts';
import { type FunctionVersionUsage, listFunctionVersionUsage } from './usage-version.repository.ts';

/** Metrics of a function that are counted while it is called, not calls of it. */
const USED_BY_CALLS: readonly string[] = ['fetch', 'mail'];

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  pricing: Pricing;
}

/** Costs of functions by version of the configuration, to tell what a change costs. */
export class VersionCosts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async compare(
    reader: UsageReader & { serviceId: string },
    { from, to }: { from: number; to: number },
  ): Promise<EndpointResponse<typeof compareVersionCosts>> {
    const { db, clock, pricing } = this.#parts;
    const scope = { ...scopeOf(reader), serviceId: reader.serviceId };
    const today = utcDay(clock.now());
    const days = { start: addDays(today, 1 - COMPARED_DAYS), end: today };
    const [book, used] = await Promise.all([
      pricing.getPriceBook(),
      listFunctionVersionUsage(db, scope, days, [from, to]),
    ]);
    const useOf = (usage: readonly FunctionVersionUsage[], version: number) =>
      addUp(
        usage.filter((each) => each.version === version),
        (each, measure) =>
          book.priceOn(today, {
            service: reader.serviceId,
            metric: each.metric,
            target: each.target,
            measure,
          }),
      );
    return {
      isOwnOnly: 'user' in scope,
      functions: [...Map.groupBy(used, ({ target }) => target)].flatMap(([target, usage]) => {
        const name = nameOfTarget(target);
        const [before, after] = [useOf(usage, from), useOf(usage, to)];
        return name === undefined || (before === null && after === null)
          ? []
          : { function: name, before, after };
      }),
    };
  }
}

/** Null without calls. */
function addUp(
  usage: readonly FunctionVersionUsage[],
  priceOf: (usage: FunctionVersionUsage, measure: Measure) => { cents: string; units: number } | null,
): VersionUse | null {
  let cents: number | null = null;
  const use = { calls: 0, milliseconds: 0 };
  for (const each of usage) {
    if (!USED_BY_CALLS.includes(each.metric)) {
      use.calls += Number(each.calls);
      use.milliseconds += Number(each.milliseconds);
    }
    for (const measure of Measure.options) {
      const quantity = each[SHARE_FIELDS[measure]];
      const price = Number(quantity) > 0 ? priceOf(each, measure) : null;
      if (price !== null) cents = (cents ?? 0) + exactCents(quantity, price);
    }
  }
  return use.calls === 0 ? null : { ...use, cents };
}
