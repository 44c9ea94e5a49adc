import { formatMoney } from '@atrium/contract/billing/money';
import { consolePaths } from '@atrium/contract/console-paths';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Facts } from '../../notifications/facts.ts';
import type { Notifier } from '../../notifications/notifier.service.ts';
import { addDays, utcDay } from '../../utc.ts';
import type { BillingMails } from '../mails/billing-mail.service.ts';
import type { Remedy } from '../mails/billing-mail-request.ts';
import { findInvoiceSum } from './invoice.repository.ts';
import { mailIssuedJob } from './invoice-mail.job.ts';
import { insertInvoiceNotice, listDueInvoices, type OwnedInvoice } from './invoice-notice.repository.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 500;
/** Mornings without a job are made up for; invoices due long ago are not mailed about. */
const DAYS_BACK = 3;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: Pick<People, 'listUserIdsWith'>;
  mails: Pick<BillingMails, 'request'>;
  jobs: Pick<Jobs, 'send'>;
  notifier: Pick<Notifier, 'tell'>;
}

/** News in a mail, besides the invoice. */
type News =
  | { kind: 'invoice'; news: 'issued' | 'paid' | 'due'; last4?: string }
  | ({ kind: 'payment-failed'; retryOn?: string | null } & Failure);

/** Why a card could not be charged, and which one; without its digits there was none. */
export interface Failure {
  last4?: string;
  reason: string;
  remedy?: Remedy | undefined;
}

/** Mails news about invoices to everyone who may see the bills of their customers. */
export class InvoiceMails {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Requests mails in the transaction that they are about. */
  async request(transaction: Store, { invoiceId, ...customer }: OwnedInvoice, news: News): Promise<void> {
    const { people, mails } = this.#parts;
    for (const userId of await people.listUserIdsWith(transaction, customer, 'billing.read'))
      await mails.request(transaction, customer.domainId, { ...news, userId, customer, invoiceId });
    await this.#tell(transaction, { ...customer, invoiceId }, news);
  }

  /** Tells the channels of the domain besides. */
  async #tell(transaction: Store, { domainId, invoiceId: id }: OwnedInvoice, news: News): Promise<void> {
    const { clock, notifier } = this.#parts;
    const invoice = await findInvoiceSum(transaction, { domainId, id });
    if (invoice === undefined) return;
    const { number, currency, amountCents } = invoice;
    const what = news.kind === 'invoice' ? news.news : 'failed';
    const amount = formatMoney(amountCents, currency);
    // A failed try is told each time.
    const time = what === 'failed' ? `:${clock.now().toISOString()}` : '';
    await notifier.tell(transaction, {
      domainId,
      reason: what === 'issued' || what === 'due' ? 'invoice' : 'payment',
      key: `invoice:${id}:${what}${time}`,
      facts: {
        ...NEWS_TEXTS[what],
        title: NEWS_TEXTS[what].title.replace('{number}', number),
        text: `Invoice ${number} of ${amount}.`,
        action: { label: 'Show the invoice', path: consolePaths.invoiceDetails(id) },
        data: { invoiceId: id, number, amountCents, currency },
      },
    });
  }

  /** In the transaction that issues invoices: has a job request their mails. */
  async requestLater(transaction: Store, invoices: OwnedInvoice[]): Promise<void> {
    await this.#parts.jobs.send(mailIssuedJob, { invoices }, { transaction });
  }

  /** The mails about invoices that were issued; once, however often it is repeated. */
  async requestIssued(invoices: OwnedInvoice[], signal?: AbortSignal): Promise<void> {
    throwAll(await this.#requestEach(invoices, 'issued', signal));
  }

  /** The mails about unpaid invoices that fall due today (UTC); once, however often it is repeated. */
  async requestDue(signal?: AbortSignal, atOnce = AT_ONCE): Promise<void> {
    const { db, clock } = this.#parts;
    const today = utcDay(clock.now());
    const days = { from: new Date(addDays(today, -DAYS_BACK)), until: new Date(addDays(today, 1)) };
    const failures: unknown[] = [];
    for (let after = FIRST_ID; ; ) {
      const invoices = await listDueInvoices(db, days, after, atOnce);
      const last = invoices.at(-1);
      if (last === undefined) break;
      failures.push(...(await this.#requestEach(invoices, 'due', signal)));
      after = last.invoiceId;
    }
    throwAll(failures);
  }

  /** Returns the errors: a failure for one customer does not stop the mails of others. */
  async #requestEach(
    invoices: OwnedInvoice[],
    news: 'issued' | 'due',
    signal?: AbortSignal,
  ): Promise<unknown[]> {
    const { db, clock } = this.#parts;
    const failures: unknown[] = [];
    for (const invoice of invoices) {
      signal?.throwIfAborted();
      const { domainId, invoiceId } = invoice;
      const requesting = db.transaction().execute(async (transaction) => {
        const notice = { domainId, invoiceId, news, notedOn: clock.now() };
        if (await insertInvoiceNotice(transaction, notice))
          await this.request(transaction, invoice, { kind: 'invoice', news });
      });
      await requesting.catch((error: unknown) => failures.push(error));
    }
    return failures;
  }
}

const NEWS_TEXTS: Record<'due' | 'failed' | 'issued' | 'paid', Pick<Facts, 'title' | 'tone' | 'type'>> = {
  issued: { type: 'invoice.issued', tone: 'neutral', title: 'Invoice {number} is issued' },
  due: { type: 'invoice.due', tone: 'neutral', title: 'Invoice {number} is due' },
  paid: { type: 'payment.paid', tone: 'good', title: 'Invoice {number} is paid' },
  failed: { type: 'payment.failed', tone: 'bad', title: 'The payment of invoice {number} failed' },
};

function throwAll(failures: unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, 'Mails about invoices could not be requested.');
}
