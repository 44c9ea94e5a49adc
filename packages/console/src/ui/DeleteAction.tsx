import { Trash2 } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { type Removal, RemoveDialog } from './RemoveDialog.tsx';

interface DeleteActionProps {
  /** `card ending in 4242`: named for screen readers. */
  name: string;
  removal: Removal;
  disabled?: boolean;
}

/** Deletes what a row of a table shows, after a question. */
export function DeleteAction({ name, removal, disabled = false }: DeleteActionProps) {
  return (
    <>
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 aria-hidden size={18} />}
        disabled={disabled}
        onClick={removal.ask}
      />
      <RemoveDialog removal={removal} />
    </>
  );
}
