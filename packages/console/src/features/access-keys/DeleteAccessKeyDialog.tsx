import {
  deleteAccessKey,
  deleteAccessKeyQuestion,
  listAccessKeys,
} from '@atrium/contract/access-keys/access-key';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';

interface DeleteAccessKeyDialogProps {
  id: string;
  onClose: () => void;
}

export function DeleteAccessKeyDialog({ id, onClose }: DeleteAccessKeyDialogProps) {
  const client = useQueryClient();
  const deletion = useChange({
    mutationFn: () => call(deleteAccessKey, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(listAccessKeys) });
      onClose();
    },
  });
  if (deletion.isError) return <ErrorDialog error={deletion.error} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      title="Delete Access Key"
      confirmLabel="Delete"
      isDangerous
      isBusy={deletion.isPending}
      onCancel={onClose}
      onConfirm={() => deletion.mutate()}
    >
      {deleteAccessKeyQuestion(id)}
    </ConfirmDialog>
  );
}
