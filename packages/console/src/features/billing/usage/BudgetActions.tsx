import { type Budget, deleteBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { formatCents } from '@atrium/contract/billing/money';
import { Pencil } from 'lucide-react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';

interface BudgetActionsProps {
  budget: Budget;
  onEdit: (budget: Budget) => void;
}

/** Deletes a budget, after a question, or opens it. */
export function BudgetActions({ budget, onEdit }: BudgetActionsProps) {
  const name = `budget of ${formatCents(budget.cents)}`;
  const isStopping = budget.reachedOn !== null && (budget.stops ?? []).length > 0;
  const removal = useRemove(deleteBudget, {
    question: `Are you sure you want to delete the ${name}?${isStopping ? ' The functions that it has stopped can be called again at once, which costs money.' : ''}`,
    request: { params: { id: budget.id } },
    invalidates: [listBudgets, listFunctionStops],
  });
  return (
    <span className="flex items-center justify-end">
      <DeleteAction name={name} removal={removal} refusal={useRefusal(deleteBudget)} />
      <IconButton
        label={`Edit ${name}`}
        icon={<Pencil aria-hidden size={18} />}
        refusal={useRefusal(updateBudget)}
        onClick={() => onEdit(budget)}
      />
    </span>
  );
}
