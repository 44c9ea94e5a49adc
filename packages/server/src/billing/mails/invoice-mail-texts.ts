import type { Invoice, IssuedInvoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { consolePaths } from '@atrium/contract/console-paths';
import type { MailParts } from '../../mail/mail-layout.ts';
import type { InvoiceMailRequest } from './billing-mail-request.ts';

interface InvoiceContent {
  request: InvoiceMailRequest;
  /** The name of the domain. */
  domain: string;
  invoice: Invoice & Pick<IssuedInvoice, 'automaticCharge'>;
  /** Why nobody of the domain can sign in to pay; a locked one isn't charged either. */
  shutOut: 'closed' | 'locked' | null;
}

type FailedPayment = Extract<InvoiceMailRequest, { kind: 'payment-failed' }>;

/** The text of the mails about invoices, except the greeting. */
export function invoiceMail(content: InvoiceContent, home: string): Omit<MailParts, 'greeting'> {
  const { domain, invoice, shutOut } = content;
  const url = `${home}${consolePaths.invoiceDetails(invoice.id)}`;
  return {
    ...wordsOf(content),
    ...(shutOut === null && { action: { label: 'See the invoice', url } }),
    footnotes: [
      'The invoice is attached as a PDF.',
      shutOut === 'closed'
        ? `This e-mail is sent to you as the owner of the closed domain "${domain}".`
        : `This e-mail is sent to everyone who may see the bills of the domain "${domain}".`,
    ],
  };
}

function wordsOf(content: InvoiceContent): Pick<MailParts, 'paragraphs' | 'subject'> {
  const { request, domain, invoice, shutOut } = content;
  const { invoiceId, currency, period } = invoice;
  const amount = formatMoney(invoice.amount, currency);
  const due = dayFormat.format(new Date(invoice.dueDate));
  const named = `Invoice ${invoiceId} of the domain "${domain}" for ${monthFormat.format(new Date(period.start))}`;
  if (request.kind === 'payment-failed')
    return {
      subject: `Payment of invoice ${invoiceId} failed`,
      paragraphs: [
        request.last4 === undefined
          ? `${named} could not be paid: there is no card to charge ${amount} to.`
          : `${named} could not be paid: ${amount} could not be charged to your card ending in ${request.last4}.`,
        ...(request.last4 === undefined && request.remedy !== undefined
          ? []
          : [`The reason: ${request.reason}`]),
        ...whatIsNext(request, shutOut),
        [...whatHelps(request, shutOut), `It is due on ${due}.`].join(' '),
      ],
    };
  switch (request.news) {
    case 'issued':
      return {
        subject: `Invoice ${invoiceId} of ${amount}`,
        paragraphs: [`${named} has been issued.`, howToPay(content, amount, due)],
      };
    case 'paid':
      return {
        subject: `Invoice ${invoiceId} is paid`,
        paragraphs: [
          request.last4 === undefined
            ? `${named} is marked as paid: ${amount}.`
            : `${named} is paid: we charged ${amount} to your card ending in ${request.last4}.`,
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

/** Next steps after a failed automatic payment. */
function whatIsNext({ retryOn }: FailedPayment, shutOut: InvoiceContent['shutOut']): string[] {
  if (retryOn === undefined || shutOut !== null) return [];
  if (retryOn === null) return ['It will not be tried again automatically.'];
  return [
    `It will be tried again on ${dayFormat.format(new Date(retryOn))}, with the default card of that day.`,
  ];
}

/** Remedy for a failed payment, unless the reason already explains it. */
function whatHelps({ remedy, last4 }: FailedPayment, shutOut: InvoiceContent['shutOut']): string[] {
  if (remedy === 'ask-operator') return [];
  if (shutOut !== null) return [HOW_TO_PAY_SHUT_OUT[shutOut]];
  if (remedy === 'add-card' || last4 === undefined)
    return ['Once you have added a card, open the invoice to pay it.'];
  return ['Open the invoice to pay it, with this card or another one.'];
}

/** How to pay an invoice that was just issued. */
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

export const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
