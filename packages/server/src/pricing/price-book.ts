import { ANY_TARGET, type Price } from '@atrium/contract/pricing/price-list';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { newestFirst, type PriceRevision, type PriceSubject, subjectKey } from './price-revision.ts';

/** A day before all usage. */
const BEGINNING = '0001-01-01';

/** All prices of all days: returns the one that applies to a day's usage. */
export class PriceBook {
  /** Revisions of each subject, newest first. */
  readonly #revisions = new Map<string, PriceRevision[]>();

  constructor(revisions: Iterable<PriceRevision>) {
    for (const revision of revisions) {
      const key = subjectKey(revision);
      const known = this.#revisions.get(key);
      if (known === undefined) this.#revisions.set(key, [revision]);
      else known.push(revision);
    }
    for (const known of this.#revisions.values()) known.sort(newestFirst);
  }

  /**
   * The price in force on a day; the target's own, else the one for any target. Test runs are free unless they have a
   * price of their own: a price for any target does not mean them.
   */
  priceOn(day: string, subject: PriceSubject): Price | null {
    const own = this.#revisionOn(day, subject);
    const revision =
      subject.target === TEST_TARGET
        ? own
        : (own ?? this.#revisionOn(day, { ...subject, target: ANY_TARGET }));
    if (revision?.price == null) return null;
    const { target, metric, measure, price } = revision;
    return { target, metric, measure, ...price };
  }

  /**
   * The same book as if one rule had always been as it is now: the rule's other prices, and those of others for its
   * subject, never were.
   */
  withRuleAlways(ruleId: string, subject: PriceSubject, price: { cents: string; units: number }): PriceBook {
    const others = this.#listOthers(ruleId, subject);
    return new PriceBook([...others, { ...subject, ruleId, price, startsOn: BEGINNING }]);
  }

  /** The same book as if a rule, and others for its subject, had never been. */
  withoutRule(ruleId: string, subject: PriceSubject): PriceBook {
    return new PriceBook(this.#listOthers(ruleId, subject));
  }

  /** The same book as if the prices of a day had always been in force, and no others. */
  withPricesOf(day: string): PriceBook {
    const inForce = [...this.#revisions.values()].flatMap(
      (revisions) => revisions.find(({ startsOn }) => startsOn <= day) ?? [],
    );
    return new PriceBook(inForce.map((revision) => ({ ...revision, startsOn: BEGINNING })));
  }

  /** The days after the first one on which any price begins or ends, in order. */
  changesWithin({ start, end }: { start: string; end: string }): string[] {
    const days = [...this.#revisions.values()].flat().map(({ startsOn }) => startsOn);
    return [...new Set(days.filter((day) => day > start && day <= end))].sort();
  }

  /** Everything that ever had a price, whatever the measure. */
  listSubjects(): Omit<PriceSubject, 'measure'>[] {
    const found = new Map<string, Omit<PriceSubject, 'measure'>>();
    for (const [revision] of this.#revisions.values()) {
      if (revision === undefined) continue;
      const { service, metric, target } = revision;
      found.set(JSON.stringify([service, metric, target]), { service, metric, target });
    }
    return [...found.values()];
  }

  /**
   * The targets that have a price of their own on any of the days, whatever the measure; and test runs wherever any target
   * has a price, because theirs is another.
   */
  ownTargetsWithin({ start, end }: { start: string; end: string }): Omit<PriceSubject, 'measure'>[] {
    const found = new Map<string, Omit<PriceSubject, 'measure'>>();
    for (const revisions of this.#revisions.values()) {
      // Newest first: a price is in force until the day of the one before it in the list.
      const isInForce = revisions.some(
        ({ price, startsOn }, index) =>
          price !== null && startsOn <= end && (revisions[index - 1]?.startsOn ?? '9999-12-31') > start,
      );
      const [first] = revisions;
      if (!isInForce || first === undefined) continue;
      const { service, metric } = first;
      const target = first.target === ANY_TARGET ? TEST_TARGET : first.target;
      found.set(JSON.stringify([service, metric, target]), { service, metric, target });
    }
    return [...found.values()];
  }

  /** All prices in force on a day. */
  listOn(day: string): (Price & { service: string })[] {
    return [...this.#revisions.values()].flatMap((revisions) => {
      const revision = revisions.find(({ startsOn }) => startsOn <= day);
      if (revision?.price == null) return [];
      const { service, target, metric, measure, price } = revision;
      return [{ service, target, metric, measure, ...price }];
    });
  }

  #listOthers(ruleId: string, subject: PriceSubject): PriceRevision[] {
    const key = subjectKey(subject);
    const others = [...this.#revisions].flatMap(([other, known]) => (other === key ? [] : known));
    return others.filter((revision) => revision.ruleId !== ruleId);
  }

  #revisionOn(day: string, subject: PriceSubject): PriceRevision | undefined {
    const revision = this.#revisions.get(subjectKey(subject))?.find(({ startsOn }) => startsOn <= day);
    return revision?.price === null ? undefined : revision;
  }
}
