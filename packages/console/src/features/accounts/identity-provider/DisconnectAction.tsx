import {
  disconnectIdentity,
  listOwnIdentities,
  type OwnIdentity,
} from '@atrium/contract/accounts/own-identity';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { useRemove } from '../../../api/use-remove.ts';
import { Button } from '../../../ui/Button.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { showToast } from '../../../ui/toast.ts';

export function DisconnectAction({ identity: { id, name } }: { identity: OwnIdentity }) {
  const removal = useRemove(disconnectIdentity, {
    title: `Disconnect ${name}?`,
    question: `Are you sure you want to disconnect ${name}? You can no longer sign in with it, and other sessions that began with it end.`,
    confirmLabel: 'Disconnect',
    errorTitle: `${name} could not be disconnected`,
    request: { params: { id } },
    invalidates: [listOwnIdentities, listSessions],
    onRemoved: () => showToast(`${name} was disconnected.`),
  });
  return (
    <>
      <Button size="small" aria-label={`Disconnect ${name}`} onClick={removal.ask}>
        Disconnect
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
