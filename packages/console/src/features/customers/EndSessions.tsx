import { listCustomerSessions } from '@atrium/contract/customers/customer';
import { endCustomerSessions } from '@atrium/contract/customers/customer-help';
import { useRemove } from '../../api/use-remove.ts';
import { Button } from '../../ui/Button.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { showToast } from '../../ui/toast.ts';

interface EndSessionsProps {
  /** Of the customer. */
  id: string;
  /** One session, and what it is called; all of them when left out. */
  session?: { id: string; name: string };
}

/** Signs people of a customer out, where they are or everywhere. */
export function EndSessions({ id, session }: EndSessionsProps) {
  const removal = useRemove(endCustomerSessions, {
    title: session === undefined ? 'End all sessions?' : 'End this session?',
    question:
      session === undefined
        ? 'Are you sure you want to sign out everyone in this customer’s domain?'
        : `Are you sure you want to end the session of ${session.name}?`,
    confirmLabel: 'Sign out',
    errorTitle: 'The sessions could not be ended',
    request: { params: { id }, body: { ...(session && { sessionId: session.id }) } },
    invalidates: [listCustomerSessions],
    onRemoved: () => showToast(session === undefined ? 'All sessions were ended.' : 'The session was ended.'),
  });
  return (
    <>
      <Button size="small" aria-label={session && `End the session of ${session.name}`} onClick={removal.ask}>
        {session === undefined ? 'End all' : 'End'}
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
