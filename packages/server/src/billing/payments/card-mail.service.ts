import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { BillingMails } from '../mails/billing-mail.service.ts';
import { type ExpiringCard, listExpiringCards, updateExpiryMailed } from './card.repository.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 500;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: Pick<People, 'listUserIdsWith'>;
  mails: Pick<BillingMails, 'request'>;
}

/** Mails an expiry notice for a default card to everyone who may see the bills of its customer. */
export class CardMails {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Requests mails about default cards in their last month (UTC), or past it without a mail. Once for each card, however often
   * it is repeated.
   */
  async requestExpiring(signal?: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const month = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() };
    const failures: unknown[] = [];
    for (let after = FIRST_ID; ; ) {
      const cards = await listExpiringCards(db, month, after, AT_ONCE);
      for (const card of cards) {
        signal?.throwIfAborted();
        // An error for one customer does not stop the mails of others.
        await this.#request(card, now).catch((error: unknown) => failures.push(error));
      }
      const last = cards.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Mails about expiring cards could not be requested.');
  }

  async #request({ id, last4, expMonth, expYear, ...customer }: ExpiringCard, now: Date): Promise<void> {
    const { db, people, mails } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      if (!(await updateExpiryMailed(transaction, customer, id, now))) return;
      for (const userId of await people.listUserIdsWith(transaction, customer, 'billing.read'))
        await mails.request(transaction, customer.domainId, {
          kind: 'card-expires',
          userId,
          last4,
          expMonth,
          expYear,
        });
    });
  }
}
