import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { listDueCharges } from './automatic-charge.repository.ts';
import type { OwnedInvoice } from './invoice-notice.repository.ts';
import type { Payments } from './payment.service.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Cards charged at the same time: a provider takes a second for each. */
const AT_ONCE = 8;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  payments: Pick<Payments, 'payDue'>;
}

/** Tries all invoices whose time has come. One that is repeated or killed anywhere charges nothing twice. */
export async function payDueInvoices({ db, clock, payments }: Parts, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  /** Who has had a refusal: a card that is asked again at once is blocked by its bank. */
  const refused = new Set<string>();
  async function payEach(invoices: OwnedInvoice[]): Promise<void> {
    for (const invoice of invoices) {
      if (refused.has(invoice.userId)) return;
      // One that cannot be settled now keeps no other from its try; it is settled with other open payments.
      const state = await payments.payDue(invoice).catch((error: unknown) => void failures.push(error));
      if (state?.status === 'failed') refused.add(invoice.userId);
    }
  }
  for (let after = FIRST_ID; ; ) {
    signal?.throwIfAborted();
    const due = await listDueCharges(db, clock.now(), after, AT_ONCE);
    const last = due.at(-1);
    if (last === undefined) break;
    const customers = Object.values(Object.groupBy(due, ({ userId }) => userId));
    await Promise.all(customers.map((own = []) => payEach(own)));
    after = last.invoiceId;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Invoices could not be charged.');
}
