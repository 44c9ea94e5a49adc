import type { UseMutationResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';
import { IconButton } from './IconButton.tsx';

interface DeleteActionProps {
  /** `card ending in 4242`: named in the question and for screen readers. */
  name: string;
  deletion: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error' | 'reset'>;
}

/** Deletes what a row of a table shows, after a question. */
export function DeleteAction({ name, deletion }: DeleteActionProps) {
  const [isAsking, setAsking] = useState(false);
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
        isBusy={deletion.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => deletion.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        Are you sure you want to delete the {name}?
      </ConfirmDialog>
      <ErrorDialog error={deletion.error} onClose={deletion.reset} />
    </>
  );
}
