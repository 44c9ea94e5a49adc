import {
  GiveCredit,
  giveCustomerCredit,
  listCustomerCredits,
} from '@atrium/contract/customers/customer-credit';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

interface GiveCreditDialogProps {
  /** Of the customer. */
  id: string;
  onClose: () => void;
}

export function GiveCreditDialog({ id, onClose }: GiveCreditDialogProps) {
  const form = useEndpointForm(giveCustomerCredit, {
    schema: GiveCredit,
    defaults: { cents: '', reason: '', expiresOn: '' },
    params: { id },
    invalidates: [listCustomerCredits],
    onDone: () => {
      showToast('The credit is given.');
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
      errorTitle="The credit could not be given"
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
