import { deleteOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import type { OwnKey } from '@atrium/contract/access-keys/own-key-fields';
import { useRemove } from '../../../api/use-remove.ts';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';

export function DeleteOwnKey({ ownKey: { id, label } }: { ownKey: OwnKey }) {
  const removal = useRemove(deleteOwnKey, {
    title: 'Delete access key',
    question: `Are you sure you want to delete the access key "${label}"? Programs that use it are signed out at once.`,
    errorTitle: 'The access key could not be deleted',
    request: { params: { id } },
    invalidates: [listOwnKeys],
  });
  return <DeleteAction name={`access key ${label}`} removal={removal} />;
}
