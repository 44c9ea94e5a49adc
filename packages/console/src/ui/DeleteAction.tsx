import { IconButton } from './IconButton.tsx';
import { Trash2 } from './icons.ts';
import { type Removal, RemoveDialog } from './RemoveDialog.tsx';
import type { Refusal } from './refusal.ts';

interface DeleteActionProps {
  /** `card ending in 4242`: named for screen readers. */
  name: string;
  removal: Removal;
  disabled?: boolean;
  /** Reason why the user may not press the button. */
  refusal?: Refusal | undefined;
}

/** Deletes the object of a table row after a confirmation. */
export function DeleteAction({ name, removal, disabled = false, refusal }: DeleteActionProps) {
  return (
    <>
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 aria-hidden size={18} />}
        className="enabled:hover:bg-danger-soft enabled:hover:text-danger"
        disabled={disabled}
        refusal={refusal}
        onClick={removal.ask}
      />
      <RemoveDialog removal={removal} />
    </>
  );
}
