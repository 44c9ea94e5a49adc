import type { Credit } from '@atrium/contract/billing/credit';
import { formatCents } from '@atrium/contract/billing/money';
import { ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Operator } from '../../http/caller.ts';
import { utcDay } from '../../utc.ts';
import type { Customer } from '../customer.ts';
import { insertCreditEntries, listCreditStates, listExpiredCredits } from './credit.repository.ts';
import { lockCustomer, lockCustomers } from './customer-lock.repository.ts';

/** Credits that expire in one transaction. */
const EXPIRED_AT_ONCE = 500;

interface Gift {
  cents: number;
  reason: string;
  /** The last day; null for a credit that does not expire. */
  expiresOn: string | null;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  people: People;
  events: Pick<Events, 'publish'>;
}

/** The credits of customers: a ledger that is only added to. */
export class Credits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list(customer: Customer): Promise<Credit[]> {
    const { db, people } = this.#parts;
    const states = await listCreditStates(db, customer);
    const givers = states.map(({ givenBy }) => givenBy).filter((id) => id !== null);
    const names = await people.listNames(givers);
    return states.map(({ createdOn, givenBy, ...credit }) => ({
      ...credit,
      createdOn: createdOn.toISOString(),
      leftCents: credit.cents - credit.usedCents - credit.expiredCents,
      givenBy: givenBy === null ? null : (names.get(givenBy) ?? null),
    }));
  }

  async give(
    giver: Operator,
    { domainId, userId }: Customer,
    { cents, reason, expiresOn }: Gift,
  ): Promise<void> {
    const { db, clock, random, audit, events } = this.#parts;
    const now = clock.now();
    if (expiresOn !== null && expiresOn < utcDay(now)) {
      const message = 'This day is over.';
      throw new ValidationError(message, [{ field: 'expiresOn', defaultMessage: message }]);
    }
    await db.transaction().execute(async (transaction) => {
      await lockCustomer(transaction, { domainId, userId });
      const id = random.id();
      await insertCreditEntries(transaction, [
        {
          id,
          domainId,
          userId,
          cents,
          reason,
          creditId: null,
          invoiceId: null,
          expiresOn,
          isGiven: true,
          givenBy: giver.userId,
          createdOn: now,
        },
      ]);
      await audit.record(transaction, {
        caller: { ...giver, domainId },
        action: 'credit.give',
        message: `Gave a credit of ${formatCents(cents)}: ${reason}`,
        after: { id, cents, reason, expiresOn },
      });
      await events.publish(domainId, 'billing', {}, { transaction });
    });
  }

  /** Expires the remainder of credits whose last day is this one or earlier. Safe to interrupt and call again. */
  async expire(day: string): Promise<void> {
    const { db, clock, random } = this.#parts;
    for (;;) {
      const due = await listExpiredCredits(db, day, EXPIRED_AT_ONCE);
      if (due.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        await lockCustomers(transaction, due);
        // Again, because an invoice may have used them in the meantime.
        const left = await listExpiredCredits(transaction, day, EXPIRED_AT_ONCE, due);
        const entries = left.map(({ id, domainId, userId, remainingCents }) => ({
          id: random.id(),
          domainId,
          userId,
          cents: -remainingCents,
          reason: `Expired by ${day}`,
          creditId: id,
          invoiceId: null,
          createdOn: clock.now(),
        }));
        await insertCreditEntries(transaction, entries);
      });
    }
  }
}
