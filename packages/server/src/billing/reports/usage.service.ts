import { MAX_BILLED_FUNCTIONS, type Usage } from '@atrium/contract/billing/usage';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { utcMonth } from '../../utc.ts';
import { readMonthPrices } from '../invoices/month-prices.ts';
import { rateMonth, scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import { withFunctions } from './function-shares.ts';
import { listRankedFunctions } from './function-usage.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  pricing: Pricing;
  listNames: () => Promise<{ id: string; name: string }[]>;
}

/** Customer's usage of a month, rated the same way as the bill. */
export class UsageOverview {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The running month, at today's bill. */
  async getCurrent(reader: UsageReader): Promise<Usage> {
    const { db, clock } = this.#parts;
    return rateMonth(db, reader, { month: utcMonth(clock.now()), ...(await this.#getPrices()) });
  }

  /** A month with the functions of each metric that cost most. */
  async getMonth(reader: UsageReader, month: string): Promise<Usage> {
    const { db } = this.#parts;
    const { book, nameOf } = await this.#getPrices();
    const [usage, ranked] = await Promise.all([
      rateMonth(db, reader, { month, book, nameOf }),
      readMonthPrices(db, scopeOf(reader), book, month).then((prices) =>
        listRankedFunctions(db, scopeOf(reader), prices, MAX_BILLED_FUNCTIONS),
      ),
    ]);
    return withFunctions(usage, ranked);
  }

  async #getPrices() {
    const [book, services] = await Promise.all([this.#parts.pricing.getPriceBook(), this.#parts.listNames()]);
    const names = new Map(services.map(({ id, name }) => [id, name]));
    return { book, nameOf: (id: string) => names.get(id) ?? id };
  }
}
