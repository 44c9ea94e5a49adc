import { cardExpiry } from '@atrium/contract/billing/card-expiry';
import { formatCents } from '@atrium/contract/billing/money';
import { nameStops } from '@atrium/contract/billing/stop-texts';
import { consolePaths } from '@atrium/contract/console-paths';
import { formatUtcDay, nextMonthStart } from '@atrium/contract/utc-day';
import type { MailRecipient, People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import {
  type ComposedMail,
  domainRequester,
  type MailComposer,
  type Mails,
} from '../../mail/mail.service.ts';
import type { MailParts } from '../../mail/mail-layout.ts';
import type { Invoices } from '../invoices/invoice.service.ts';
import { invoicePdf } from '../paper/invoice-pdf.ts';
import {
  BillingMailRequest,
  type BudgetReached,
  type CardExpires,
  type InvoiceMailRequest,
} from './billing-mail-request.ts';
import { invoiceMail, monthFormat } from './invoice-mail-texts.ts';

interface Parts {
  mail: Pick<Mails, 'queue'>;
  people: Pick<People, 'findMailRecipient'>;
  invoices: Pick<Invoices, 'find'>;
  clock: Clock;
}

/** The mails about invoices, payments, budgets and cards. */
export class BillingMails implements MailComposer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues a mail in the transaction that it is about. */
  async request(transaction: Store, domainId: string, request: BillingMailRequest): Promise<void> {
    const mail = { area: 'billing', ...request, requester: domainRequester(domainId) };
    await this.#parts.mail.queue(transaction, mail, { isUrgent: false });
  }

  async compose(transaction: Store, given: unknown, home: string): Promise<ComposedMail | undefined> {
    const request = BillingMailRequest.parse(given);
    const recipient = await this.#parts.people.findMailRecipient(transaction, request.userId);
    if (recipient === undefined) return undefined;
    if (request.kind === 'invoice' || request.kind === 'payment-failed')
      return this.#composeInvoiceMail(transaction, recipient, request, home);
    const { to, greeting, state } = recipient;
    if (state === 'closed') return undefined;
    if (request.kind === 'budget-reached')
      return { to, limitedAs: null, greeting, ...budgetMail(recipient, request, home) };
    // No one in a locked domain could add a card.
    if (state === 'locked') return undefined;
    return { to, limitedAs: null, greeting, ...cardMail(recipient, request, home, this.#parts.clock.now()) };
  }

  /** Also to the owner of a closed domain: usage until the closing is billed afterwards. */
  async #composeInvoiceMail(
    transaction: Store,
    { to, greeting, domain, state }: MailRecipient,
    request: InvoiceMailRequest,
    home: string,
  ): Promise<ComposedMail | undefined> {
    const invoice = await this.#parts.invoices.find(request.customer, request.invoiceId, transaction);
    if (invoice === undefined) return undefined;
    // Customers who have paid in the meantime don't get a reminder.
    if (invoice.paid && (request.kind === 'payment-failed' || request.news === 'due')) return undefined;
    const shutOut = state === 'open' ? null : state;
    // Mails about automatic payments are bounded by their tries, four at most for an invoice.
    const isLimited = request.kind === 'payment-failed' && request.retryOn === undefined;
    return {
      to,
      limitedAs: isLimited ? 'payment-failed' : null,
      greeting,
      ...invoiceMail({ request, domain, invoice, shutOut }, home),
      attach: async () => ({
        name: `${invoice.invoiceId}.pdf`,
        type: 'application/pdf',
        content: await invoicePdf(invoice),
      }),
    };
  }
}

type Words = Omit<MailParts, 'greeting'>;

function budgetMail(
  { domain }: MailRecipient,
  { budgetsCents, usageCents, month, stops }: BudgetReached,
  home: string,
): Words {
  const amounts = listFormat.format(budgetsCents.map(formatCents));
  const nameOfMonth = monthFormat.format(new Date(`${month}-01`));
  return {
    subject: `Budget of ${amounts} reached${stops?.length ? ': functions are stopped' : ''}`,
    paragraphs: [
      `The usage of your domain "${domain}" in ${nameOfMonth} has reached ${formatCents(usageCents)}, before credits. Budget reached: ${amounts}.`,
      ...(stops ? [stoppedSentence(month, stops)] : []),
    ],
    action: { label: 'See usage', url: `${home}${consolePaths.usage()}` },
    footnotes: [
      'This e-mail comes once a month for each amount, to everyone who may see the bills of the domain.',
    ],
  };
}

function stoppedSentence(month: string, stops: NonNullable<BudgetReached['stops']>): string {
  if (stops.length === 0) return 'Nothing is stopped: your functions keep running.';
  return `Calls to ${nameStops(stops)} are refused until ${formatUtcDay(nextMonthStart(month))} (UTC), or until someone who can pay bills raises or removes the cap. All other functions keep running.`;
}

function cardMail({ domain }: MailRecipient, card: CardExpires, home: string, now: Date): Words {
  const { last4, expMonth, expYear } = card;
  const month = monthFormat.format(new Date(Date.UTC(expYear, expMonth - 1)));
  const isExpired = cardExpiry(card, now) === 'expired';
  const named = `The default card of your domain "${domain}", which ends in ${last4},`;
  return {
    subject: `Your card ending in ${last4} ${isExpired ? 'has expired' : 'expires this month'}`,
    paragraphs: [
      isExpired
        ? `${named} expired at the end of ${month}, so invoices cannot be charged to it.`
        : `${named} expires at the end of ${month}. After that, invoices cannot be charged to it.`,
      'Add its replacement and make it the default. If the replacement has the same number, add it again with its new date.',
    ],
    action: { label: 'Change cards', url: `${home}${consolePaths.payment()}` },
    footnotes: ['This e-mail comes once for each card, to everyone who may see the bills of the domain.'],
  };
}

const listFormat = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });
