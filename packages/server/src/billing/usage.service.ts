import type { Usage } from '@atrium/contract/billing/usage';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Pricing } from '../pricing/pricing.service.ts';
import { daysOfMonth, utcMonth } from '../utc.ts';
import { rateUsage } from './rating.ts';
import { listUsage } from './usage-day.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  pricing: Pricing;
  listNames: () => Promise<{ id: string; name: string }[]>;
}

/** What the customer used in the running month, at today's bill. */
export class UsageOverview {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async getCurrent({
    domainId,
    userId,
    parentId,
  }: Pick<Caller, 'domainId' | 'userId' | 'parentId'>): Promise<Usage> {
    const { db, clock, pricing, listNames } = this.#parts;
    const days = daysOfMonth(utcMonth(clock.now()));
    const customer = { domainId, userId };
    const [book, names] = await Promise.all([pricing.getPriceBook(), listNames()]);
    // A child user pays nothing and sees its own usage; a parent sees what it will be billed.
    const scope = parentId === null ? { payers: [customer] } : { user: customer };
    const used = await listUsage(db, scope, days, book.changesWithin(days));
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return rateUsage(used, book, (id) => nameOf.get(id) ?? id);
  }
}
