import {
  GiveCredit,
  giveCustomerCredit,
  listCustomerCredits,
} from '@atrium/contract/customers/customer-credit';
import { call } from '../../api/call.ts';
import { isUnknownOrGoingOn } from '../../api/is-outcome-unknown.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import type { useIdempotencyKeys } from '../../api/use-idempotency-key.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

interface GiveCreditDialogProps {
  /** Of the customer. */
  id: string;
  /** Outlives the dialog: a credit whose answer was lost is given once, also by the next one. */
  sendOnce: ReturnType<typeof useIdempotencyKeys>;
  onClose: () => void;
}

export function GiveCreditDialog({ id, sendOnce, onClose }: GiveCreditDialogProps) {
  const form = useEndpointForm(giveCustomerCredit, {
    schema: GiveCredit,
    defaults: { cents: '', reason: '', expiresOn: '' },
    send: (body) =>
      sendOnce(
        'credit',
        body,
        (idempotencyKey) => call(giveCustomerCredit, { params: { id }, body }, { idempotencyKey }),
        isUnknownOrGoingOn,
      ),
    invalidates: [listCustomerCredits],
    onDone: () => {
      showToast('The credit was given.');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Give a credit"
      description="It pays invoices before any card does; what expires first is used first. A credit cannot be taken back."
      size="small"
      saveLabel="Give"
      errorTitle={
        isUnknownOrGoingOn(form.error) ? 'The credit is not confirmed yet' : 'The credit could not be given'
      }
      onClose={onClose}
    >
      <TextField label="Cents" type="number" min={1} step={1} required {...form.field('cents')} />
      <TextField
        label="Reason"
        hint="The customer sees it"
        required
        autoComplete="off"
        {...form.field('reason')}
      />
      <TextField
        label="Last day (UTC)"
        type="date"
        hint="The month of this day is still covered. Leave empty for a credit that does not expire."
        {...form.field('expiresOn')}
      />
    </FormDialog>
  );
}
