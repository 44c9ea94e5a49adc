import { Reason } from '@atrium/contract/customers/customer-help';
import { UnprocessableError } from '@atrium/host/errors';
import { StartError } from '@atrium/host/start-error';
import { describeClosed } from '../billing/invoices/month-close.service.ts';
import { chargeLineOf, rejectionLineOf, reversalLineOf } from './billing-lines.ts';
import type { Command } from './command.ts';

const LISTED = 100;

export const billingCommands: Command[] = [
  {
    noun: 'billing',
    verb: 'close',
    operands: [],
    options: ['period'],
    summary: 'issue the invoices of a closed month (--period 2026-10; default: every month that is due)',
    async run({ billing: { monthClose } }, _operands, { period }) {
      const closed =
        period === undefined ? await monthClose.closeDueMonths() : await monthClose.closeMonth(period);
      if (closed.failed.length > 0) throw new UnprocessableError(describeClosed(closed));
      return describeClosed(closed);
    },
  },
  {
    noun: 'billing',
    verb: 'reconcile',
    operands: [],
    summary: 'ask the card provider about payments whose result is unknown, and settle them',
    async run({ billing: { payments } }) {
      const ended = await payments.reconcile();
      return `${ended} open ${ended === 1 ? 'payment was' : 'payments were'} settled.`;
    },
  },
  {
    noun: 'billing',
    verb: 'rejections',
    operands: [],
    summary: `list the newest ${LISTED} events of usage that were refused, and why`,
    async run({ billing: { usageRejections } }) {
      const { rejections, total } = await usageRejections.list(LISTED);
      const more = total > LISTED ? [`There are ${total} in all.`] : [];
      return [...rejections.map(rejectionLineOf), ...more].join('\n') || 'No usage was refused.';
    },
  },
  {
    noun: 'billing',
    verb: 'unwanted-charges',
    operands: [],
    summary: `list the newest ${LISTED} charges that the card provider has and that pay no invoice, and why`,
    async run({ billing: { unwantedCharges } }) {
      const { charges, total } = await unwantedCharges.list(LISTED);
      const more = total > LISTED ? [`There are ${total} in all.`] : [];
      return [...charges.map(chargeLineOf), ...more].join('\n') || 'Every charge pays an invoice.';
    },
  },
  {
    noun: 'billing',
    verb: 'reversals',
    operands: [],
    summary: `list the latest ${LISTED} disputes and refunds of payments`,
    async run({ billing: { reversals } }) {
      const listed = await reversals.list(LISTED);
      return listed.map(reversalLineOf).join('\n') || 'No payment was disputed or refunded.';
    },
  },
  {
    noun: 'billing',
    verb: 'settle',
    operands: ['<invoice number>'],
    options: ['reason'],
    summary: 'count an unpaid invoice as paid, such as one that was paid by bank transfer',
    async run({ billing: { settlements } }, [number = ''], { reason }) {
      const why = Reason.safeParse(reason);
      if (!why.success) throw new StartError(why.error.issues[0]?.message ?? 'This is not a reason.');
      await settlements.settle(number, why.data);
      return `Invoice ${number} is marked as paid.`;
    },
  },
];
