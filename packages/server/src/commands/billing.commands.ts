import { UnprocessableError } from '@atrium/host/errors';
import { describeClosed } from '../billing/month-close.service.ts';
import type { Command } from './command.ts';

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
];
