import { formatCents } from '../billing/money.ts';
import { type LogAction, nameOfAction } from './log-actions.ts';

const IS_RAW_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;
const PAYMENT =
  /^(?<invoice>.+?): (?<outcome>succeeded|failed|authentication|processing)(?<automatic> \(automatically\))?$/;
const UNPAID: Readonly<Record<string, string>> = {
  failed: 'failed',
  authentication: 'has to be confirmed with the bank',
  processing: 'is being processed',
};
const FREE_TIER = /^Free tier of (\d+) cents$/;
const GIVEN = /^Gave a credit of (\d+) cents: /;

/** Verbs of the actions whose log entries are stored with their object only: a city, a name, a number. */
const VERBS: Partial<Record<LogAction, readonly [before: string, after?: string]>> = {
  'access-key.change': ['Changed access key '],
  'access-key.create': ['Added access key '],
  'access-key.delete': ['Deleted access key '],
  'address.change': ['Changed address '],
  'address.create': ['Added address '],
  'addresses.default': ['Made address ', ' the default'],
  'addresses.delete': ['Deleted address '],
  'bonus.change': ['Changed bonus '],
  'bonus.create': ['Added bonus '],
  'bonus.delete': ['Deleted bonus '],
  'cards.default': ['Made ', ' the default'],
  'cards.delete': ['Deleted '],
  'customer.lock': ['Locked the customer: '],
  'invoice.settle': ['Counted as paid: invoice '],
  'pricing.change': ['Changed price of '],
  'pricing.create': ['Added price of '],
  'pricing.delete': ['Deleted price of '],
  'pricing.takeBack': ['Took back planned price of '],
};

/**
 * The sentence of a log entry from its action and its stored message. A message that is a sentence already stays; one
 * that is an id only, of an earlier release, becomes the name of the action. Idempotent.
 */
export function logSentence({ action, message }: { action: string; message: string }): string {
  if (action === 'invoice.pay') return paymentSentence(message);
  const verb = VERBS[action as LogAction];
  const name = nameOfAction(action);
  if (message === name || (verb && message.startsWith(verb[0]))) return message;
  if (IS_RAW_ID.test(message)) return name;
  if (action === 'card.create') return message.replace(/^Card /, 'Added card ');
  if (action === 'credit.give') {
    return message
      .replace(FREE_TIER, (_, cents) => `Received ${formatCents(Number(cents))} of free credit`)
      .replace(GIVEN, (_, cents) => `Gave a credit of ${formatCents(Number(cents))}: `);
  }
  return verb === undefined ? message : `${verb[0]}${message}${verb[1] ?? ''}`;
}

function paymentSentence(message: string): string {
  if (/^(?:Paid|Payment of) /.test(message)) return message;
  const found = PAYMENT.exec(message)?.groups;
  if (found === undefined) {
    return IS_RAW_ID.test(message)
      ? message.replace(IS_RAW_ID, 'Payment of an invoice')
      : `Payment of invoice ${message}`;
  }
  const { invoice = '', outcome = '', automatic = '' } = found;
  const name = IS_RAW_ID.test(invoice) ? 'an invoice' : `invoice ${invoice}`;
  if (outcome === 'succeeded') return `Paid ${name}${automatic}`;
  return `Payment of ${name} ${UNPAID[outcome]}${automatic}`;
}
