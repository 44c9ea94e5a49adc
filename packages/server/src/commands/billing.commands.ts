import { describeClosed } from '../billing/month-close.service.ts';
import { UnprocessableError } from '../http/errors.ts';
import type { Command } from './command.ts';

export const billingCommands: Command[] = [
  {
    noun: 'billing',
    verb: 'close',
    operands: [],
    options: ['period'],
    summary:
      'make the invoices of a month that has ended (--period 2026-10; without it, of all that are due)',
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
    summary: 'settle payments whose answer was lost with the card provider',
    async run({ billing: { payments } }) {
      const ended = await payments.reconcile();
      return `${ended} open ${ended === 1 ? 'payment was' : 'payments were'} settled.`;
    },
  },
];
