import type { Endpoint } from '@atrium/contract/endpoint';
import type { ReactNode } from 'react';
import type { ChangeById } from '../../api/change-by-id.ts';
import { useRemove } from '../../api/use-remove.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pencil } from '../../ui/icons.ts';

interface RowActionsProps {
  id: string;
  /** `bonus WELCOME`: named in the question and for screen readers. */
  name: string;
  remove: ChangeById;
  /** The list that is read again after a deletion. */
  list: Endpoint;
  onEdit: () => void;
  /** Effect of the deletion, below its confirmation. */
  impact?: () => ReactNode;
}

/** Edit and delete actions of a row; deleting requires confirmation. */
export function RowActions({ id, name, remove, list, onEdit, impact }: RowActionsProps) {
  const removal = useRemove(remove, {
    question: `Are you sure you want to delete the ${name}?`,
    request: { params: { id } },
    invalidates: [list],
    ...(impact && { before: (error: Error | null) => error === null && impact() }),
  });
  return (
    <span className="flex justify-end">
      <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden size={18} />} onClick={onEdit} />
      <DeleteAction name={name} removal={removal} />
    </span>
  );
}
