import {
  type Customer,
  getCustomer,
  listCustomerSessions,
  searchCustomers,
} from '@atrium/contract/customers/customer';
import { LockReason, lockCustomer } from '@atrium/contract/customers/customer-help';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

interface LockCustomerDialogProps {
  customer: Customer;
  onClose: () => void;
}

export function LockCustomerDialog({ customer: { id, name }, onClose }: LockCustomerDialogProps) {
  const form = useEndpointForm(lockCustomer, {
    schema: LockReason,
    defaults: { reason: '' },
    params: { id },
    invalidates: [getCustomer, listCustomerSessions, searchCustomers],
    onDone: () => {
      showToast(`${name} is locked.`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Lock ${name}?`}
      description="Everyone of this customer is signed out at once. No one of them can sign in, and their access keys are refused, until they are unlocked. Months are still billed."
      size="small"
      saveLabel="Lock"
      errorTitle="The customer could not be locked"
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="For the log and the next administrator; the customer does not see it here"
        required
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
