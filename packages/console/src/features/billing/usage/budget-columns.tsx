import { type Budget, deleteBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { formatCents } from '@atrium/contract/billing/money';
import { nameStops } from '@atrium/contract/billing/stop-texts';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { formatUtcDay, nextMonthStart } from '@atrium/contract/utc-day';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Pencil } from '../../../ui/icons.ts';
import type { TableColumn } from '../../../ui/table-column.ts';
import { UsedOfLimit } from '../../../ui/UsedOfLimit.tsx';
import { describeBudget } from './budget-line.ts';
import { useMissingFunctions } from './use-missing-functions.ts';

/** Share from which a budget is marked. */
const BUDGET_NOTICE_SHARE = 0.8;

/** Cost of the month so far, undefined while loading and for child users, and its forecast. */
interface BudgetUse {
  month: string;
  usedCents: number | undefined;
  days: UsageDays | undefined;
}

export function budgetColumns(
  { month, usedCents, days }: BudgetUse,
  onEdit: (budget: Budget) => void,
): TableColumn<Budget>[] {
  return [
    { id: 'amount', header: 'Amount', isRowHeader: true, cell: ({ cents }) => formatCents(cents) },
    {
      id: 'state',
      header: 'This month',
      cell: ({ cents, reachedOn, stops }) => {
        const reached = reachedOn === null ? undefined : reachedText(reachedOn, stops.length > 0);
        if (usedCents === undefined) return reached;
        return (
          <UsedOfLimit
            label={`Used of the budget of ${formatCents(cents)}`}
            share={reached === undefined ? usedCents / cents : 1}
            text={reached ?? describeBudget(month, cents, usedCents, days)}
            noticeShare={BUDGET_NOTICE_SHARE}
          />
        );
      },
    },
    {
      id: 'stops',
      header: 'Stops',
      className: 'wrap-anywhere',
      cell: ({ stops }) => <StopNames stops={stops} />,
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

interface BudgetActionsProps {
  budget: Budget;
  onEdit: (budget: Budget) => void;
}

/** Deletes a budget, after a question, or opens it. */
function BudgetActions({ budget, onEdit }: BudgetActionsProps) {
  const name = `budget of ${formatCents(budget.cents)}`;
  const isStopping = budget.reachedOn !== null && budget.stops.length > 0;
  const removal = useRemove(deleteBudget, {
    question: `Are you sure you want to delete the ${name}?${isStopping ? ' The functions that it has stopped can be called again at once, which costs money.' : ''}`,
    request: { params: { id: budget.id } },
    invalidates: [listBudgets, listFunctionStops],
  });
  return (
    <span className="flex items-center justify-end">
      <IconButton
        label={`Edit ${name}`}
        icon={<Pencil aria-hidden size={18} />}
        refusal={useRefusal(updateBudget)}
        onClick={() => onEdit(budget)}
      />
      <DeleteAction name={name} removal={removal} refusal={useRefusal(deleteBudget)} />
    </span>
  );
}

/** Targets that a budget stops. Missing targets are marked, because stopping them has no effect. */
function StopNames({ stops }: { stops: readonly BudgetStop[] }) {
  const missing = useMissingFunctions(stops);
  return (
    <>
      {stops.length === 0 ? 'Nothing' : nameStops(stops)}
      {missing.length > 0 && (
        <span className="block text-xs text-danger">Not in the live configuration: {missing.join(', ')}</span>
      )}
    </>
  );
}
