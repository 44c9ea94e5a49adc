import type { Budget } from '@atrium/contract/billing/budget';
import { formatCents } from '@atrium/contract/billing/money';
import { formatUtcDay, nextMonthStart } from '@atrium/contract/utc-day';
import type { TableColumn } from '../../../ui/table-column.ts';
import { BudgetActions } from './BudgetActions.tsx';
import { percentUsed } from './budget-line.ts';
import { StopNames } from './StopNames.tsx';

/** `usedCents` is what this month has come to, undefined while that is not known. */
export function budgetColumns(
  usedCents: number | undefined,
  onEdit: (budget: Budget) => void,
): TableColumn<Budget>[] {
  return [
    { id: 'amount', header: 'Amount', isRowHeader: true, cell: ({ cents }) => formatCents(cents) },
    {
      id: 'state',
      header: 'This month',
      cell: ({ cents, reachedOn, stops = [] }) => {
        if (reachedOn !== null) return reachedText(reachedOn, stops.length > 0);
        return usedCents !== undefined && `${percentUsed(usedCents, cents)}% used`;
      },
    },
    {
      id: 'stops',
      header: 'Stops',
      className: 'wrap-anywhere',
      cell: ({ stops = [] }) => <StopNames stops={stops} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (budget) => <BudgetActions budget={budget} onEdit={onEdit} />,
    },
  ];
}

/** `Reached on 11/22/2026, stopped until 12/01/2026` */
function reachedText(reachedOn: string, isStopping: boolean): string {
  const until = isStopping ? `, stopped until ${formatUtcDay(nextMonthStart(reachedOn))}` : '';
  return `Reached on ${formatUtcDay(reachedOn)}${until}`;
}
