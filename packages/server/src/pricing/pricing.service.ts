import type { PagedResult, PageRequest } from '@atrium/contract/paging';
import { toPagedResult } from '@atrium/contract/paging';
import type { Price, PriceGroup } from '@atrium/contract/pricing/price-list';
import type { PriceRule, SavePriceRule } from '@atrium/contract/pricing/price-rule';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { ConflictError, NotFoundError } from '../http/errors.ts';
import { utcDay } from '../utc.ts';
import { PriceBook, type PriceRevision } from './price-book.ts';
import {
  deleteLaterRevisions,
  deletePriceRule,
  findPriceRule,
  insertPriceRevision,
  insertPriceRule,
  listPriceRevisions,
  listPriceRules,
} from './price-rule.repository.ts';

export type PriceRuleChange = z.output<typeof SavePriceRule>;

/** What the price list needs to know of a service. */
export interface PricedService {
  id: string;
  name: string;
  group: string;
}

export interface Pricing {
  searchPriceRules(page: PageRequest): Promise<PagedResult<PriceRule>>;
  getPriceRule(id: string): Promise<PriceRule>;
  /** Creates a rule or changes one from a day on, today at the earliest: days before keep their price. */
  savePriceRule(caller: Caller, change: PriceRuleChange): Promise<PriceRule>;
  endPriceRule(caller: Caller, id: string): Promise<void>;
  /** Every price of every day. */
  loadPriceBook(): Promise<PriceBook>;
  /** The price book as if the changed rule had always been so. Throws NotFoundError for an unknown rule. */
  rehearsePriceBook(change: PriceRuleChange): Promise<PriceBook>;
  userPrices(): Promise<Record<string, Price[]>>;
  priceList(): Promise<PriceGroup[]>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  listPricedServices: () => Promise<PricedService[]>;
}

export function createPricing({ db, clock, random, audit, listPricedServices }: Parts): Pricing {
  const today = (): string => utcDay(clock.now());

  async function getPriceRule(id: string): Promise<PriceRule> {
    const rule = await findPriceRule(db, id, today());
    if (rule === undefined) throw new NotFoundError();
    return rule;
  }

  function toRevision(change: PriceRuleChange): PriceRevision {
    const { service, target, metric, measure, cents, units, startsOn = '' } = change;
    const earliest = today();
    return {
      ruleId: change.id ?? random.id(),
      service,
      target,
      metric,
      measure,
      startsOn: startsOn > earliest ? startsOn : earliest,
      price: { cents, units },
    };
  }

  async function userPrices(): Promise<Record<string, Price[]>> {
    const book = await loadPriceBook();
    const prices: Record<string, Price[]> = {};
    for (const { service, ...price } of book.listOn(today())) (prices[service] ??= []).push(price);
    return prices;
  }

  const loadPriceBook = async (): Promise<PriceBook> => new PriceBook(await listPriceRevisions(db));

  return {
    getPriceRule,
    loadPriceBook,
    userPrices,

    async rehearsePriceBook(change) {
      if (change.id !== undefined) await getPriceRule(change.id);
      const { service, target, metric, measure, cents, units } = change;
      const subject = { service, target, metric, measure };
      return (await loadPriceBook()).withRuleAlways(change.id ?? random.id(), subject, { cents, units });
    },

    async searchPriceRules(page) {
      const { rules, total } = await listPriceRules(db, page, today());
      return toPagedResult(rules, total, page);
    },

    async savePriceRule(caller, change) {
      const before = change.id === undefined ? undefined : await getPriceRule(change.id);
      const revision = toRevision(change);
      // Another subject is another rule: under the old id, the days that it priced keep their subject.
      if (before !== undefined && !sameSubject(before, change)) revision.ruleId = random.id();
      const now = clock.now();
      try {
        await db.transaction().execute(async (transaction) => {
          if (before !== undefined && before.id !== revision.ruleId) {
            await endRule(transaction, before, today(), now);
          }
          if (before?.id !== revision.ruleId)
            await insertPriceRule(transaction, revision.ruleId, revision, now);
          await insertPriceRevision(
            transaction,
            {
              ruleId: revision.ruleId,
              startsOn: revision.startsOn,
              cents: change.cents,
              units: change.units,
            },
            now,
          );
          await audit.record(transaction, {
            caller,
            action: before === undefined ? 'pricing.create' : 'pricing.change',
            message: `${change.service} ${change.metric} ${change.target}: ${change.cents} cents for ${change.units}`,
            before,
            after: revision,
          });
        });
      } catch (error) {
        if (isUniqueViolation(error)) {
          throw new ConflictError('There is a price for this service, target, metric and measure already.');
        }
        throw error;
      }
      return getPriceRule(revision.ruleId);
    },

    async endPriceRule(caller, id) {
      const rule = await getPriceRule(id);
      await db.transaction().execute(async (transaction) => {
        await endRule(transaction, rule, today(), clock.now());
        await audit.record(transaction, {
          caller,
          action: 'pricing.delete',
          message: `${rule.service} ${rule.metric} ${rule.target}`,
          before: rule,
        });
      });
    },

    async priceList() {
      const prices = await userPrices();
      const groups = new Map<string, PriceGroup>();
      for (const { id, name, group } of await listPricedServices()) {
        const known = groups.get(group) ?? { group, services: [] };
        groups.set(group, known);
        known.services.push({ name, prices: prices[id] ?? [] });
      }
      return [...groups.values()];
    },
  };
}

async function endRule(
  db: Parameters<typeof deletePriceRule>[0],
  rule: PriceRule,
  day: string,
  now: Date,
): Promise<void> {
  if (!(await deletePriceRule(db, rule.id, now))) throw new NotFoundError();
  await deleteLaterRevisions(db, rule.id, day);
  await insertPriceRevision(db, { ruleId: rule.id, startsOn: day, cents: null, units: rule.units }, now);
}

function sameSubject(a: PriceRule, b: PriceRuleChange): boolean {
  return a.service === b.service && a.target === b.target && a.metric === b.metric && a.measure === b.measure;
}
