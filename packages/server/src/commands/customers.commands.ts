import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import type { CustomerInvoice, CustomerPayment } from '@atrium/contract/customers/customer';
import { GiveCredit } from '@atrium/contract/customers/customer-credit';
import { LockReason } from '@atrium/contract/customers/customer-help';
import { StartError } from '@atrium/host/start-error';
import type { Command } from './command.ts';
import { findCustomer, findNamedCustomer, LISTED, lineOf } from './find-customer.ts';

const PAYMENTS_SHOWN = 10;

/** Customers are named by an id, a username, an e-mail address or a domain; to be shown, by anything that finds just one. */
export const customersCommands: Command[] = [
  {
    noun: 'customers',
    verb: 'list',
    operands: [],
    options: ['text'],
    summary: `list the newest ${LISTED} customers that a text finds`,
    async run({ customers }, _, { text = '' }) {
      const { content, next } = await customers.list({ text, size: LISTED });
      const more = next === null ? [] : ['There are more. Narrow them with --text.'];
      return [...content.map(lineOf), ...more].join('\n') || 'No customer matches this text.';
    },
  },
  {
    noun: 'customers',
    verb: 'show',
    operands: ['<customer>'],
    summary: `show a customer, with their people, unpaid invoices and last ${PAYMENTS_SHOWN} payments`,
    async run(context, [word = '']) {
      const customer = await findCustomer(context, word);
      const people = await context.customers.listPeople(customer.id);
      const invoices = await context.customers.listInvoices(customer.id);
      const { payments } = await context.customers.getPayments(customer.id);
      return [
        lineOf(customer),
        ...people.map(
          ({ username, email, isOwner }) => `  ${isOwner ? 'owner' : 'child'}\t${username}\t${email}`,
        ),
        ...invoices.filter(({ paid }) => !paid).map((invoice) => invoiceLineOf(invoice, context.clock.now())),
        ...payments.slice(0, PAYMENTS_SHOWN).map(paymentLineOf),
      ].join('\n');
    },
  },
  {
    noun: 'customers',
    verb: 'lock',
    operands: ['<customer>'],
    options: ['reason'],
    summary: 'end all sessions of a customer and refuse sign-ins until they are unlocked',
    async run(context, [word = ''], { reason }) {
      if (!reason?.trim()) throw new StartError('Say why, with --reason: the next administrator will ask.');
      const why = LockReason.safeParse({ reason });
      if (!why.success) throw new StartError(why.error.issues[0]?.message ?? 'This is not a reason.');
      const { id, name } = await findNamedCustomer(context, word);
      await context.customers.lock({ userId: null }, id, why.data.reason);
      return `${name} is locked.`;
    },
  },
  {
    noun: 'customers',
    verb: 'unlock',
    operands: ['<customer>'],
    summary: 'let the people of a customer sign in again',
    async run(context, [word = '']) {
      const { id, name } = await findNamedCustomer(context, word);
      await context.customers.unlock({ userId: null }, id);
      return `${name} is not locked.`;
    },
  },
  {
    noun: 'customers',
    verb: 'end-sessions',
    operands: ['<customer>'],
    summary: "end all open sessions of a customer's people",
    async run(context, [word = '']) {
      const { id, name } = await findNamedCustomer(context, word);
      const { ended } = await context.customers.endSessions({ userId: null }, id);
      return `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${name} ended.`;
    },
  },
  {
    noun: 'customers',
    verb: 'send-reset',
    operands: ['<username>'],
    summary: 'send someone the e-mail with which they choose a new password',
    async run(context, [username = '']) {
      const { id } = await findCustomer(context, username);
      const people = await context.customers.listPeople(id);
      const person = people.find((one) => one.username.toLowerCase() === username.toLowerCase());
      if (person === undefined) throw new StartError(`There is no user "${username}".`);
      await context.customers.sendReset({ userId: null }, id, person.userId);
      return `An e-mail to choose a new password goes to ${person.email}.`;
    },
  },
  {
    noun: 'customers',
    verb: 'credit',
    operands: ['<customer>', '<cents>'],
    options: ['reason', 'expires'],
    summary: 'give a customer a credit, with --expires 2027-01-31 until that day',
    async run(context, [word = '', cents = ''], { reason, expires }) {
      // A number of another kind, such as 1e3, is more likely a slip of the finger.
      const amount = /^\d+$/.test(cents) ? cents : Number.NaN;
      const gift = GiveCredit.safeParse({ cents: amount, reason, expiresOn: expires });
      if (!gift.success) throw new StartError(gift.error.issues[0]?.message ?? 'This is not a credit.');
      const { id, name } = await findNamedCustomer(context, word);
      const credits = await context.customers.giveCredit({ userId: null }, id, gift.data);
      const left = credits.reduce((sum, { leftCents }) => sum + leftCents, 0);
      return `${name} has ${left} cents of credit left.`;
    },
  },
];

function invoiceLineOf(invoice: CustomerInvoice, now: Date): string {
  const { invoiceId, amount } = invoice;
  const state = invoiceState(invoice, now).text.toLowerCase();
  return [`  ${state}`, invoiceId, `${amount} cents`].join('\t');
}

function paymentLineOf({
  createdOn,
  invoiceId,
  amountCents,
  currency,
  status,
  last4,
  error,
}: CustomerPayment): string {
  const place = [createdOn, invoiceId, formatMoney(amountCents, currency), status, `**** ${last4}`];
  return ['  payment', ...place, ...(error === null ? [] : [error])].join('\t');
}
