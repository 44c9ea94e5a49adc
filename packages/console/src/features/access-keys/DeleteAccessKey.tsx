import { deleteAccessKey, listAccessKeys } from '@atrium/contract/access-keys/access-key';
import type { AccessKey } from '@atrium/contract/access-keys/access-key-fields';
import { useRemove } from '../../api/use-remove.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';

export function DeleteAccessKey({ accessKey: { id, serviceId } }: { accessKey: AccessKey }) {
  const removal = useRemove(deleteAccessKey, {
    title: 'Delete access key',
    question: `Are you sure you want to delete access key "${id}"?`,
    request: { params: { id } },
    invalidates: [listAccessKeys],
  });
  return <DeleteAction name={`access key ${id}`} removal={removal} disabled={serviceId !== null} />;
}
