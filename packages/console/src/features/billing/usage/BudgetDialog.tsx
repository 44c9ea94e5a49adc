import { type Budget, createBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import { TypedBudget } from '@atrium/contract/billing/budget-fields';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface BudgetDialogProps {
  /** The budget to change; a new one when left out. */
  budget?: Budget;
  onClose: () => void;
}

export function BudgetDialog({ budget, onClose }: BudgetDialogProps) {
  const form = useEndpointForm(budget === undefined ? createBudget : updateBudget, {
    schema: TypedBudget,
    defaults: { cents: budget === undefined ? '' : (budget.cents / 100).toFixed(2) },
    params: budget && { id: budget.id },
    invalidates: [listBudgets],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={budget === undefined ? 'Add budget' : 'Edit budget'}
      size="small"
      onClose={onClose}
    >
      <TextField
        label="Amount in dollars"
        hint="Of usage in one month (UTC), before credits."
        inputMode="decimal"
        {...form.field('cents')}
      />
    </FormDialog>
  );
}
