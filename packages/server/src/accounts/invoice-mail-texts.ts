import type { AutomaticCharge } from '@atrium/contract/billing/automatic-payment';
import type { Invoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { consolePaths } from '@atrium/contract/console-paths';
import type { MailRequest } from './account-mail.job.ts';
import type { MailParts } from './mail-layout.ts';
import type { Account } from './people/user.repository.ts';

type RequestOf<Kind extends MailRequest['kind']> = Omit<
  Extract<MailRequest, { kind: Kind }>,
  'asker' | 'customer' | 'invoiceId' | 'userId'
>;

/** An invoice, and how it is charged automatically, if it is. */
export type MailedInvoice = Invoice & { automaticCharge?: AutomaticCharge | null | undefined };

/** What a mail about an invoice is written from. */
export type InvoiceContent = (RequestOf<'invoice'> | RequestOf<'payment-failed'>) & {
  account: Account;
  invoice: MailedInvoice;
  /** Why no one of the domain can sign in to pay; a locked one is not charged either. */
  shutOut: 'closed' | 'locked' | null;
};

type FailureContent = Extract<InvoiceContent, { kind: 'payment-failed' }>;

/** The words of the mails about invoices, but for the greeting. */
export function invoiceMail(content: InvoiceContent, home: string): Omit<MailParts, 'greeting'> {
  const { account, invoice, shutOut } = content;
  const url = `${home}${consolePaths.invoiceDetails(invoice.id)}`;
  return {
    ...wordsOf(content),
    ...(shutOut === null && { action: { label: 'See the invoice', url } }),
    footnotes: [
      'The invoice is attached as a PDF.',
      shutOut === 'closed'
        ? `This e-mail is sent to you as the owner of the closed domain "${account.domain}".`
        : `This e-mail is sent to everyone who may see the bills of the domain "${account.domain}".`,
    ],
  };
}

function wordsOf(content: InvoiceContent): Pick<MailParts, 'paragraphs' | 'subject'> {
  const { account, invoice, shutOut } = content;
  const { invoiceId, currency, period } = invoice;
  const amount = formatMoney(invoice.amount, currency);
  const due = dayFormat.format(new Date(invoice.dueDate));
  const named = `Invoice ${invoiceId} of the domain "${account.domain}" for ${monthFormat.format(new Date(period.start))}`;
  if (content.kind === 'payment-failed')
    return {
      subject: `Payment of invoice ${invoiceId} failed`,
      paragraphs: [
        content.last4 === undefined
          ? `${named} could not be paid: there is no card to charge ${amount} to.`
          : `${named} could not be paid: ${amount} could not be charged to your card ending in ${content.last4}.`,
        ...(content.last4 === undefined && content.remedy !== undefined
          ? []
          : [`The reason: ${content.reason}`]),
        ...whatIsNext(content),
        [...whatHelps(content), `It is due on ${due}.`].join(' '),
      ],
    };
  switch (content.news) {
    case 'issued':
      return {
        subject: `Invoice ${invoiceId} of ${amount}`,
        paragraphs: [`${named} has been issued.`, howToPay(content, amount, due)],
      };
    case 'paid':
      return {
        subject: `Invoice ${invoiceId} is paid`,
        paragraphs: [
          content.last4 === undefined
            ? `${named} is marked as paid: ${amount}.`
            : `${named} is paid: we charged ${amount} to your card ending in ${content.last4}.`,
        ],
      };
    case 'due':
      return {
        subject: `Invoice ${invoiceId} is due`,
        paragraphs: [
          `${named} is due on ${due} and has not been paid yet: ${amount}.`,
          shutOut !== null
            ? `${HOW_TO_PAY_SHUT_OUT[shutOut]} If you have paid it, you can ignore this e-mail.`
            : 'Open the invoice and choose Pay Now. If you pay in another way, you can ignore this e-mail.',
        ],
      };
  }
}

/** Of an automatic payment that failed. */
function whatIsNext({ retryOn, shutOut }: FailureContent): string[] {
  if (retryOn === undefined || shutOut !== null) return [];
  if (retryOn === null) return ['It will not be tried again automatically.'];
  return [
    `It will be tried again on ${dayFormat.format(new Date(retryOn))}, with the default card of that day.`,
  ];
}

/** What is to be done about a payment that failed, unless its reason says it all. */
function whatHelps({ remedy, shutOut, last4 }: FailureContent): string[] {
  if (remedy === 'ask-operator') return [];
  if (shutOut !== null) return [HOW_TO_PAY_SHUT_OUT[shutOut]];
  // Jobs of the release before say no remedy.
  if (remedy === 'add-card' || last4 === undefined)
    return ['Once you have added a card, open the invoice to pay it.'];
  return ['Open the invoice to pay it, with this card or another one.'];
}

/** What is to be done about an invoice that was just issued. */
function howToPay(
  { invoice: { paid, automaticCharge }, shutOut }: InvoiceContent,
  price: string,
  due: string,
): string {
  if (paid) return `${price} has already been paid.`;
  if (shutOut !== null) return `${price} is due on ${due}. ${HOW_TO_PAY_SHUT_OUT[shutOut]}`;
  const { failedTries = 0, nextOn = null } = automaticCharge ?? {};
  if (nextOn === null) return `${price} is due on ${due}. Open the invoice and choose Pay Now to pay it.`;
  if (failedTries === 0) return `${price} will be charged to your default card. There is nothing to do.`;
  const day = dayFormat.format(new Date(nextOn));
  return `${price} could not be charged to your default card. It will be tried again on ${day}. To pay sooner, open the invoice and choose Pay Now.`;
}

const HOW_TO_PAY_SHUT_OUT = {
  closed: 'As your account is closed, contact the operator of this installation to pay it.',
  locked:
    'As your domain is locked, no card is charged: contact the operator of this installation to pay it.',
};

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
