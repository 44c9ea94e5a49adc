import type { CollectionCosts, FunctionCosts as Costs } from '@atrium/contract/billing/function-costs';
import { Measure } from '@atrium/contract/pricing/measure';
import { nameOfTarget } from '@atrium/contract/service-api/functions/usage-target';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { addDays, utcDay } from '../../utc.ts';
import { type DayPrices, pricesOfDays } from '../invoices/month-prices.ts';
import { scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import { findPricedDays } from '../metering/usage-day.repository.ts';
import { listServiceFunctionCosts, type MeasurePrice } from './service-function-cost.repository.ts';

type ServiceReader = UsageReader & { serviceId: string };

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  pricing: Pricing;
}

/** Recent costs of a service's functions and collections, at the prices of each day. */
export class FunctionCosts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(reader: ServiceReader, days: number): Promise<Costs> {
    const { rows, ...about } = await this.#listRows(reader, days, false);
    const functions = rows.map(({ name, cents }) => ({ function: name, cents }));
    return { ...about, functions };
  }

  async listCollections(reader: ServiceReader, days: number): Promise<CollectionCosts> {
    const { rows, ...about } = await this.#listRows(reader, days, true);
    const collections = rows.map(({ name, calls, cents }) => ({
      collection: name,
      calls: calls ?? 0,
      cents,
    }));
    return { ...about, collections };
  }

  async #listRows(reader: ServiceReader, days: number, areCollections: boolean) {
    const { db, clock, pricing } = this.#parts;
    const scope = { ...scopeOf(reader), serviceId: reader.serviceId };
    const end = utcDay(clock.now());
    const book = await pricing.getPriceBook();
    const shown = { start: addDays(end, 1 - days), end };
    const prices = pricesOfDays(book, shown, await findPricedDays(db, scope, shown));
    const priced = { ...prices, prices: listPriced(book, prices, reader.serviceId) };
    const rows = await listServiceFunctionCosts(db, scope, priced, areCollections);
    return {
      isOwnOnly: 'user' in scope,
      rows: rows.flatMap(({ target, calls, cents }) => {
        const name = target === null ? undefined : nameOfTarget(target);
        return name === undefined ? [] : { name, calls, cents };
      }),
      unpriced: rows.flatMap(({ metric, type, isPartlyUnpriced }) =>
        metric !== null && type !== null && isPartlyUnpriced ? { metric, measure: type } : [],
      ),
    };
  }
}

/** The prices of a service that are in force, each for one measure: a price of nothing is one, too. */
function listPriced(book: PriceBook, { weights, partsOfCent }: DayPrices, serviceId: string): MeasurePrice[] {
  return weights
    .filter(({ service }) => service === serviceId)
    .flatMap(({ service, metric, target, day, stretch, ...weight }) =>
      Measure.options
        .filter((measure) => book.priceOn(day, { service, metric, target, measure }) !== null)
        .map((measure) => {
          const cents = Number(weight[measure]) / Number(partsOfCent);
          return { metric, target, stretch, measure, cents };
        }),
    );
}
