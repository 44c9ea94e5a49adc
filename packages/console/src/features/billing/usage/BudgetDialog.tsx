import { type Budget, createBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import { TypedBudget } from '@atrium/contract/billing/budget-fields';
import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { writeStop } from '@atrium/contract/billing/stop-texts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { StopChoice } from './StopChoice.tsx';

interface BudgetDialogProps {
  /** Budget to edit; creates one if omitted. */
  budget?: Budget;
  onClose: () => void;
}

export function BudgetDialog({ budget, onClose }: BudgetDialogProps) {
  const stops = budget?.stops ?? [];
  const form = useEndpointForm(budget === undefined ? createBudget : updateBudget, {
    schema: TypedBudget,
    defaults: {
      cents: budget === undefined ? '' : (budget.cents / 100).toFixed(2),
      stops: stops.map(writeStop),
      others: '',
    },
    params: budget && { id: budget.id },
    invalidates: [listBudgets, listFunctionStops],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title={budget === undefined ? 'Add budget' : 'Edit budget'} onClose={onClose}>
      <TextField
        label="Amount in dollars"
        hint="Of usage in one month (UTC), before credits."
        inputMode="decimal"
        {...form.field('cents')}
      />
      <StopChoice chosen={stops} {...form.field('stops')} />
      <TextArea
        label="Other functions to stop"
        hint="One per line, such as hyper-dispatch/orders/create."
        rows={2}
        isCode
        spellCheck={false}
        {...form.field('others')}
      />
      <p className="text-sm text-ink-soft">
        Calls to these functions through the platform are refused until the month ends (UTC), or until you
        raise or remove the cap. Usage is checked every few seconds, so a month costs more by what these
        seconds cost. Calls from other functions of the service, collections and storage are not stopped.
      </p>
    </FormDialog>
  );
}
