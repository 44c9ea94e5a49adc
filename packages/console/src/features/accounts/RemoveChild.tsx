import { type ChildUser, listChildren, removeChild } from '@atrium/contract/accounts/children';
import { listPeople } from '@atrium/contract/accounts/people';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { Button } from '../../ui/Button.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { showToast } from '../../ui/toast.ts';

/** Removes a child user, after asking. */
export function RemoveChild({
  child: { userId, username },
}: {
  child: Pick<ChildUser, 'userId' | 'username'>;
}) {
  const removal = useRemove(removeChild, {
    title: 'Remove child user',
    question: `Are you sure you want to remove child user "${username}"? They are signed out at once.`,
    confirmLabel: 'Remove',
    errorTitle: 'The child user could not be removed',
    request: { params: { id: userId } },
    invalidates: [listChildren, listPeople],
    onRemoved: () => showToast(`${username} was removed.`),
  });
  const refusal = useRefusal(removeChild);
  return (
    <>
      <Button size="small" aria-label={`Remove ${username}`} refusal={refusal} onClick={removal.ask}>
        Remove
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
