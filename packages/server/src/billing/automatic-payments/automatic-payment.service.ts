import type { AutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Customer } from '../customer.ts';
import { listCards } from '../payments/card.repository.ts';
import { lockCustomer } from '../wallet/customer-lock.repository.ts';
import { updateChargesOfDomainEnded } from './automatic-charge.repository.ts';
import {
  deleteAutomaticPaymentsOfDomain,
  hasAutomaticPayment,
  insertAutomaticPayment,
} from './automatic-payment.repository.ts';
import { endAutomaticPayment } from './end-automatic-payment.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  events: Pick<Events, 'publish'>;
}

/** Invoices that are charged to the default card when they are issued, where the customer wants it. */
export class AutomaticPayments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(customer: Customer): Promise<AutomaticPayment> {
    return { isOn: await hasAutomaticPayment(this.#parts.db, customer) };
  }

  /** On, it holds for invoices that are issued from now on. Off, nothing is tried again either. */
  async set(caller: Caller, { isOn }: AutomaticPayment): Promise<AutomaticPayment> {
    const { db, clock, audit, events } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await lockCustomer(transaction, caller);
      if (isOn && (await listCards(transaction, caller)).length === 0)
        throw new UnprocessableError('Please add a card first.');
      if (!isOn)
        return endAutomaticPayment({ audit, events }, transaction, caller, 'Turned automatic payment off');
      if (!(await insertAutomaticPayment(transaction, caller, clock.now()))) return;
      await audit.record(transaction, {
        caller,
        action: 'automatic-payment.update',
        message: 'Turned automatic payment on',
        before: { isOn: false },
        after: { isOn: true },
      });
      await events.publish(caller.domainId, 'billing', {}, { transaction });
    });
    return { isOn };
  }

  /** In the transaction that closes a domain: its people were told to pay in another way. */
  async deleteOfDomain(transaction: Store, domainId: string): Promise<void> {
    await deleteAutomaticPaymentsOfDomain(transaction, domainId);
    await updateChargesOfDomainEnded(transaction, domainId);
  }
}
