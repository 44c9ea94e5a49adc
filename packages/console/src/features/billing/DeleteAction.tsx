import type { Endpoint } from '@atrium/contract/endpoint';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type OneById, useOwnedChange } from './use-owned-change.ts';

interface DeleteActionProps {
  id: string;
  /** `card ending in 4242`: named in the question and for screen readers. */
  name: string;
  remove: OneById;
  /** The list that is read again afterwards. */
  list: Endpoint;
}

/** Deletes a card or an address, after a question. */
export function DeleteAction({ id, name, remove, list }: DeleteActionProps) {
  const [isAsking, setAsking] = useState(false);
  const change = useOwnedChange(remove, id, list);
  return (
    <>
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 aria-hidden size={18} />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete"
        confirmLabel="Delete"
        isDangerous
        isBusy={change.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => change.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        Are you sure you want to delete the {name}?
      </ConfirmDialog>
      <ErrorDialog error={change.error} onClose={change.reset} />
    </>
  );
}
