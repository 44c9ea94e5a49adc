import { type PagedResult, type PageRequest, toPagedResult } from '@atrium/contract/paging';
import type { Price, PriceGroup } from '@atrium/contract/pricing/price-list';
import {
  isSameSubject,
  type PriceRule,
  type SavePriceRule,
  STARTS_TODAY_OR_LATER,
  SUBJECT_CHANGES_TODAY,
} from '@atrium/contract/pricing/price-rule';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { onDuplicate } from '@atrium/host/database/errors';
import type { Notifications } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import { ConflictError, NotFoundError, UnprocessableError, ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { utcDay } from '../utc.ts';
import { trimDecimal } from './amount.ts';
import { PriceBook } from './price-book.ts';
import {
  deleteLaterRevisions,
  deletePlannedRevision,
  insertPriceRevision,
  listPriceRevisions,
  PRICES_CHANGED_CHANNEL,
} from './price-revision.repository.ts';
import type { PriceRevision } from './price-revision.ts';
import {
  deletePriceRule,
  findPriceRule,
  insertPriceRule,
  listPriceRules,
  lockPriceRule,
} from './price-rule.repository.ts';

export type PriceRuleChange = z.output<typeof SavePriceRule>;

/** Data of a service in the price list. */
interface PricedService {
  id: string;
  name: string;
  group: string;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  notifications: Notifications;
  listPricedServices: () => Promise<PricedService[]>;
}

/** Key of the only price book. */
const BOOK = '';

export class Pricing {
  readonly #parts: Parts;
  readonly #books: NotifiedCache<PriceBook>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { notifications } = parts;
    this.#books = new NotifiedCache({
      notifications,
      channel: PRICES_CHANGED_CHANNEL,
      maxEntries: 1,
      sharesLoads: true,
    });
  }

  async get(id: string): Promise<PriceRule> {
    const rule = await findPriceRule(this.#parts.db, id, this.#today());
    if (rule === undefined) throw new NotFoundError();
    return rule;
  }

  /** Every price of every day. */
  getPriceBook(): Promise<PriceBook> {
    return this.#books.get(BOOK, async () => new PriceBook(await listPriceRevisions(this.#parts.db)));
  }

  /** Call it once a change of prices is committed; other processes are notified by the database. */
  forgetPriceBook(): void {
    this.#books.invalidate(BOOK);
  }

  async listUserPrices(): Promise<Record<string, Price[]>> {
    const book = await this.getPriceBook();
    const prices: Record<string, Price[]> = {};
    for (const { service, ...price } of book.listOn(this.#today())) (prices[service] ??= []).push(price);
    return prices;
  }

  /** The price book as if the changed rule had always been so. Throws NotFoundError for an unknown rule. */
  async rehearsePriceBook(change: PriceRuleChange): Promise<PriceBook> {
    if (change.id !== undefined) await this.get(change.id);
    const { service, target, metric, measure, cents, units } = change;
    const subject = { service, target, metric, measure };
    return (await this.getPriceBook()).withRuleAlways(change.id ?? this.#parts.random.id(), subject, {
      cents,
      units,
    });
  }

  /** The price book as if the rule had never been. Throws NotFoundError for an unknown rule. */
  async rehearsePriceBookWithout(id: string): Promise<PriceBook> {
    const rule = await this.get(id);
    return (await this.getPriceBook()).withoutRule(id, rule);
  }

  /** Lists rules that contain all words of the text. */
  async list({ text, ...page }: PageRequest & { text: string }): Promise<PagedResult<PriceRule>> {
    const words = text.split(/\s+/).filter(Boolean);
    const { rules, total } = await listPriceRules(this.#parts.db, words, page, this.#today());
    return toPagedResult(rules, total, page);
  }

  /** Creates a rule or changes one from a day on, today at the earliest: days before keep their price. */
  async upsert(caller: Caller, change: PriceRuleChange): Promise<PriceRule> {
    const { db, clock, random, audit } = this.#parts;
    const before = change.id === undefined ? undefined : await this.get(change.id);
    refusePastDay(change, before, this.#today());
    const revision = this.#toRevision(change);
    if (before !== undefined && isAsked(before, change, revision, this.#today())) return before;
    await db
      .transaction()
      .execute(async (transaction) => {
        if (before === undefined) await this.#startRule(transaction, revision);
        else if (!(await lockPriceRule(transaction, before.id))) throw new NotFoundError();
        else if (isSameSubject(before, change)) await this.#makeRoom(transaction, before, change);
        else {
          // Another subject is another rule: under the old id, the days that it priced keep their subject.
          revision.ruleId = random.id();
          await this.#moveRule(transaction, before, change, revision);
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
      })
      .catch((error: unknown) =>
        onDuplicate(error, {
          priceRulesSubject:
            'A price for this service, target, metric and measure already exists. Edit it instead.',
        }),
      );
    this.forgetPriceBook();
    return this.get(revision.ruleId);
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const rule = await this.get(id);
    await db.transaction().execute(async (transaction) => {
      await this.#endRule(transaction, rule);
      await audit.record(transaction, {
        caller,
        action: 'pricing.delete',
        message: nameOf(rule),
        before: rule,
      });
    });
    this.forgetPriceBook();
  }

  /** Takes a planned price back; with the last one of a rule that never counted, the rule goes. */
  async takeBackPlannedPrice(caller: Caller, id: string, startsOn: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await lockPriceRule(transaction, id);
      const rule = await findPriceRule(transaction, id, this.#today());
      const isTakenBack = await deletePlannedRevision(transaction, id, startsOn, this.#today());
      if (rule === undefined || !isTakenBack) throw new NotFoundError();
      const isNothingLeft = rule.startsOn === startsOn && rule.planned.length === 1;
      if (isNothingLeft) await this.#endRule(transaction, rule);
      await audit.record(transaction, {
        caller,
        action: 'pricing.takeBack',
        message: `${nameOf(rule)} from ${formatUtcDay(startsOn)}`,
        before: rule,
      });
    });
    this.forgetPriceBook();
  }

  async listPriceGroups(): Promise<PriceGroup[]> {
    const prices = await this.listUserPrices();
    const groups = new Map<string, PriceGroup>();
    for (const { id, name, group } of await this.#parts.listPricedServices()) {
      const known = groups.get(group) ?? { group, services: [] };
      groups.set(group, known);
      known.services.push({ name, prices: prices[id] ?? [] });
    }
    return [...groups.values()];
  }

  #today(): string {
    return utcDay(this.#parts.clock.now());
  }

  #toRevision(change: PriceRuleChange): PriceRevision {
    const { service, target, metric, measure, cents, units, startsOn = '' } = change;
    const earliest = this.#today();
    return {
      ruleId: change.id ?? this.#parts.random.id(),
      service,
      target,
      metric,
      measure,
      startsOn: startsOn > earliest ? startsOn : earliest,
      price: { cents, units },
    };
  }

  #startRule(transaction: Store, { ruleId, ...subject }: PriceRevision): Promise<void> {
    return insertPriceRule(transaction, ruleId, subject, this.#parts.clock.now());
  }

  async #endRule(transaction: Store, { id, units }: PriceRule): Promise<void> {
    const { clock } = this.#parts;
    const day = this.#today();
    if (!(await deletePriceRule(transaction, id, clock.now()))) throw new NotFoundError();
    await deleteLaterRevisions(transaction, id, day);
    await insertPriceRevision(transaction, { ruleId: id, startsOn: day, cents: null, units }, clock.now());
  }

  /** Removes the planned price that a change replaces. Throws ConflictError if it is no longer planned. */
  async #makeRoom(transaction: Store, { id }: PriceRule, { replaces }: PriceRuleChange): Promise<void> {
    if (replaces === undefined || (await deletePlannedRevision(transaction, id, replaces, this.#today())))
      return;
    throw new ConflictError('This price is no longer planned. It has started or was deleted.');
  }

  /** Ends the rule and starts one of another subject, which keeps the prices that are planned. */
  async #moveRule(
    transaction: Store,
    rule: PriceRule,
    { replaces }: PriceRuleChange,
    revision: PriceRevision,
  ): Promise<void> {
    const isInForce = rule.startsOn <= this.#today();
    if (isInForce && replaces !== undefined) {
      throw new UnprocessableError(
        'A planned price keeps the service, target, metric and measure of its rule.',
      );
    }
    // The days in between would have no price at all.
    if (isInForce && revision.startsOn > this.#today()) {
      throw new UnprocessableError(SUBJECT_CHANGES_TODAY);
    }
    await this.#endRule(transaction, rule);
    await this.#startRule(transaction, revision);
    for (const price of rule.planned.filter(({ startsOn }) => startsOn !== replaces)) {
      await insertPriceRevision(transaction, { ruleId: revision.ruleId, ...price }, this.#parts.clock.now());
    }
  }
}

/** A rule that is sent back as it was read has the day from which its price counts. */
function refusePastDay({ startsOn }: PriceRuleChange, before: PriceRule | undefined, today: string): void {
  if (startsOn === undefined || startsOn >= today || startsOn === before?.startsOn) return;
  const field = { field: 'startsOn', defaultMessage: STARTS_TODAY_OR_LATER };
  throw new ValidationError(STARTS_TODAY_OR_LATER, [field]);
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
