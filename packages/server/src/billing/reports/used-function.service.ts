import type { UsedFunction } from '@atrium/contract/billing/usage-month';
import { type PagedResult, type PageRequest, toPagedResult } from '@atrium/contract/paging';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { addDays, monthBefore, utcMonth } from '../../utc.ts';
import { centsOf, readMonthPrices } from '../invoices/month-prices.ts';
import { rateMonth, scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import type { UsageScope } from '../metering/usage-day.repository.ts';
import { listFunctionCosts, type UsedTarget } from './function-cost.repository.ts';
import { indexEntries, shareOf } from './function-shares.ts';
import { type RatedFunction, rateFunctions } from './rate-functions.ts';
import { listUsedFunctions, type UsedFunctionRow } from './used-function.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  pricing: Pricing;
  listNames: () => Promise<{ id: string; name: string }[]>;
}

/** A line of the export. */
export type ExportedUsage = Omit<RatedFunction, 'serviceId'> & { month: string; service: string };

/** Usage and costs of each function in a month. */
export class UsedFunctions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Most expensive first. */
  async list(
    reader: UsageReader,
    { month, ...page }: PageRequest & { month: string; search: string },
  ): Promise<PagedResult<UsedFunction>> {
    const { db, pricing } = this.#parts;
    const scope = scopeOf(reader);
    const [book, nameOf] = await Promise.all([pricing.getPriceBook(), this.#nameServices()]);
    const prices = await readMonthPrices(db, scope, book, month);
    const [rows, { services }] = await Promise.all([
      listUsedFunctions(db, scope, prices, page),
      rateMonth(db, reader, { month, book, nameOf }),
    ]);
    const centsBefore = await this.#listCentsBefore(scope, book, month, rows);
    const centsOfEntry = indexEntries(services);
    const content = rows.map((row): UsedFunction => {
      const { serviceId, target, isCollection, calls, milliseconds, bytes, cost, costOfAll } = row;
      return {
        service: { id: serviceId, name: nameOf(serviceId) },
        target,
        isCollection,
        calls: Number(calls),
        milliseconds: Number(milliseconds),
        bytes: Number(bytes),
        cents: centsOfFunction(row, centsOfEntry),
        share: costOfAll === '0' ? 0 : Number(cost) / Number(costOfAll),
        beforeCents: Math.round(centsBefore.get(keyOf(row)) ?? 0),
      };
    });
    return toPagedResult(content, rows[0]?.total ?? 0, page);
  }

  /** Costs of functions in the month before, by key; for the current month, over the same number of days. */
  async #listCentsBefore(
    scope: UsageScope,
    book: PriceBook,
    month: string,
    functions: readonly UsedTarget[],
  ): Promise<Map<string, number>> {
    const { db, clock } = this.#parts;
    const before = await readMonthPrices(db, scope, book, monthBefore(month));
    const today = addDays(before.start, clock.now().getUTCDate() - 1);
    const end = month === utcMonth(clock.now()) && today < before.end ? today : before.end;
    const costs = await listFunctionCosts(db, scope, before, functions, end);
    return new Map(costs.map((each) => [keyOf(each), centsOf(each.cost, before)]));
  }

  /** A line for each metric of each function, most expensive first; the cents of all are those of the bill. */
  async export(reader: UsageReader, month: string): Promise<ExportedUsage[]> {
    const { db, pricing } = this.#parts;
    const rated = await rateFunctions(db, reader, { month, book: await pricing.getPriceBook() });
    return rated.map(({ serviceId, ...used }) => ({ ...used, month, service: serviceId }));
  }

  async #nameServices(): Promise<(id: string) => string> {
    const names = new Map((await this.#parts.listNames()).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }
}

const keyOf = ({ serviceId, target, isCollection }: UsedTarget): string =>
  JSON.stringify([serviceId, target, isCollection]);

/** Sums a function's shares of all bill entries that include it. */
function centsOfFunction(
  { serviceId, entries }: UsedFunctionRow,
  centsOfEntry: ReturnType<typeof indexEntries>,
): number {
  return entries.reduce((total, entry) => total + shareOf(centsOfEntry({ ...entry, serviceId }), entry), 0);
}
