import type { PagedResult, PageRequest } from '@atrium/contract/paging';
import { toPagedResult } from '@atrium/contract/paging';
import type { Price, PriceGroup } from '@atrium/contract/pricing/price-list';
import type { PriceRule, SavePriceRule } from '@atrium/contract/pricing/price-rule';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { ConflictError, NotFoundError, UnprocessableError } from '../http/errors.ts';
import { utcDay } from '../utc.ts';
import { trimDecimal } from './amount.ts';
import { PriceBook, type PriceRevision } from './price-book.ts';
import {
  deleteLaterRevisions,
  deletePlannedRevision,
  deletePriceRule,
  findPriceRule,
  insertPriceRevision,
  insertPriceRule,
  listPriceRevisions,
  listPriceRules,
  lockPriceRule,
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
  /** Takes a planned price back; with the last one of a rule that never counted, the rule goes. */
  takeBackPlannedPrice(caller: Caller, id: string, startsOn: string): Promise<void>;
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

  const startRule = (transaction: Store, { ruleId, ...subject }: PriceRevision): Promise<void> =>
    insertPriceRule(transaction, ruleId, subject, clock.now());

  async function endRule(transaction: Store, { id, units }: PriceRule): Promise<void> {
    const day = today();
    if (!(await deletePriceRule(transaction, id, clock.now()))) throw new NotFoundError();
    await deleteLaterRevisions(transaction, id, day);
    await insertPriceRevision(transaction, { ruleId: id, startsOn: day, cents: null, units }, clock.now());
  }

  /** The planned price that a change replaces goes. Throws ConflictError when it is not planned any more. */
  async function makeRoom(
    transaction: Store,
    { id }: PriceRule,
    { replaces }: PriceRuleChange,
  ): Promise<void> {
    if (replaces === undefined || (await deletePlannedRevision(transaction, id, replaces, today()))) return;
    throw new ConflictError('This price is no longer planned. It has started or was taken back.');
  }

  /** Ends the rule and starts one of another subject, which keeps the prices that are planned. */
  async function moveRule(
    transaction: Store,
    rule: PriceRule,
    { replaces }: PriceRuleChange,
    revision: PriceRevision,
  ): Promise<void> {
    const isInForce = rule.startsOn <= today();
    if (isInForce && replaces !== undefined) {
      throw new UnprocessableError(
        'A planned price keeps the service, target, metric and measure of its rule.',
      );
    }
    await endRule(transaction, rule);
    await startRule(transaction, revision);
    for (const price of rule.planned.filter(({ startsOn }) => startsOn !== replaces)) {
      await insertPriceRevision(transaction, { ruleId: revision.ruleId, ...price }, clock.now());
    }
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
      if (before !== undefined && isAsked(before, change, revision, today())) return before;
      try {
        await db.transaction().execute(async (transaction) => {
          if (before === undefined) await startRule(transaction, revision);
          else if (!(await lockPriceRule(transaction, before.id))) throw new NotFoundError();
          else if (isSameSubject(before, change)) await makeRoom(transaction, before, change);
          else {
            // Another subject is another rule: under the old id, the days that it priced keep their subject.
            revision.ruleId = random.id();
            await moveRule(transaction, before, change, revision);
          }
          const { ruleId, startsOn } = revision;
          await insertPriceRevision(transaction, { ...change, ruleId, startsOn }, clock.now());
          await audit.record(transaction, {
            caller,
            action: before === undefined ? 'pricing.create' : 'pricing.change',
            message: `${nameOf(change)}: ${change.cents} cents for ${change.units}`,
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
        await endRule(transaction, rule);
        await audit.record(transaction, {
          caller,
          action: 'pricing.delete',
          message: nameOf(rule),
          before: rule,
        });
      });
    },

    takeBackPlannedPrice: (caller, id, startsOn) =>
      db.transaction().execute(async (transaction) => {
        await lockPriceRule(transaction, id);
        const rule = await findPriceRule(transaction, id, today());
        const isTakenBack = await deletePlannedRevision(transaction, id, startsOn, today());
        if (rule === undefined || !isTakenBack) throw new NotFoundError();
        const isNothingLeft = rule.startsOn === startsOn && rule.planned.length === 1;
        if (isNothingLeft) await endRule(transaction, rule);
        await audit.record(transaction, {
          caller,
          action: 'pricing.takeBack',
          message: `${nameOf(rule)} from ${startsOn}`,
          before: rule,
        });
      }),

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

/** Whether the rule asks this price from this day on already: then there is nothing to save. */
function isAsked(
  rule: PriceRule,
  change: PriceRuleChange,
  { startsOn }: PriceRevision,
  today: string,
): boolean {
  const { cents, units, replaces = startsOn } = change;
  const inForce = { ...rule, startsOn: rule.startsOn < today ? today : rule.startsOn };
  const known = [inForce, ...rule.planned].find((price) => price.startsOn === startsOn);
  return (
    isSameSubject(rule, change) &&
    replaces === startsOn &&
    known?.units === units &&
    known.cents === trimDecimal(cents)
  );
}

const nameOf = ({ service, metric, target }: PriceRuleChange | PriceRule): string =>
  `${service} ${metric} ${target}`;

function isSameSubject(a: PriceRule, b: PriceRuleChange): boolean {
  return a.service === b.service && a.target === b.target && a.metric === b.metric && a.measure === b.measure;
}
