import { type CustomerPerson, listCustomerPeople } from '@atrium/contract/customers/customer';
import { sendCustomerReset } from '@atrium/contract/customers/customer-help';
import { useRemove } from '../../api/use-remove.ts';
import { Button } from '../../ui/Button.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { showToast } from '../../ui/toast.ts';

interface SendResetProps {
  /** Of the customer. */
  id: string;
  person: CustomerPerson;
}

/** For someone who cannot sign in: the mail with which they choose a new password. */
export function SendReset({ id, person: { userId, username, email } }: SendResetProps) {
  const sending = useRemove(sendCustomerReset, {
    title: 'Send a reset link?',
    question: `Are you sure you want to send ${email} a link to choose a new password? Their password stays until they use it.`,
    confirmLabel: 'Send',
    errorTitle: 'The e-mail could not be sent',
    request: { params: { id }, body: { userId } },
    invalidates: [listCustomerPeople],
    onRemoved: () => showToast(`A link to choose a new password goes to ${email}.`),
  });
  return (
    <>
      <Button size="small" aria-label={`Send reset to ${username}`} onClick={sending.ask}>
        Send reset
      </Button>
      <RemoveDialog removal={sending} />
    </>
  );
}
