import type { CustomerPerson } from '@atrium/contract/customers/customer';
import { ActAsCustomer, actAsCustomer } from '@atrium/contract/customers/customer-acting';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface ActAsDialogProps {
  /** Of the customer. */
  id: string;
  person: CustomerPerson;
  onClose: () => void;
}

export function ActAsDialog({ id, person: { userId, username }, onClose }: ActAsDialogProps) {
  const form = useEndpointForm(actAsCustomer, {
    schema: ActAsCustomer,
    defaults: { userId, reason: '' },
    params: { id },
    // Another person's page from here on: nothing of this one stays.
    onDone: () => window.location.assign(paths.dashboard()),
  });
  return (
    <FormDialog
      form={form}
      title={`Act as ${username}?`}
      description="You see the console as they do, for up to an hour. Every change is logged with both names. Their password, second factors, keys and cards stay out of reach."
      size="small"
      saveLabel="Act as customer"
      errorTitle="You cannot act as this person"
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="It is in the customer’s log"
        required
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
