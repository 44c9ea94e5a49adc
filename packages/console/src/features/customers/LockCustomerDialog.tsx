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
      description="Everyone in this customer’s domain is signed out at once. They cannot sign in, and their access keys are refused, until you unlock the customer. Usage is still billed each month."
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
