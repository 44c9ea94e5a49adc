import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

interface RowActionsProps {
  id: string;
  /** `bonus WELCOME`: named in the question and for screen readers. */
  name: string;
  remove: Endpoint<z.ZodObject<{ id: z.ZodUUID }>, z.ZodUndefined, z.ZodUndefined, z.ZodUndefined>;
  /** The list that is read again after a deletion. */
  list: Endpoint;
  onEdit: () => void;
}

/** Edit and delete of one row; deleting asks first. */
export function RowActions({ id, name, remove, list, onEdit }: RowActionsProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const deletion = useMutation({
    mutationFn: () => call(remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(list) }),
    onSettled: () => setAsking(false),
  });
  return (
    <span className="flex justify-end">
      <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden size={18} />} onClick={onEdit} />
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
        onConfirm={() => deletion.mutate()}
      >
        Are you sure you want to delete the {name}?
      </ConfirmDialog>
      <ErrorDialog error={deletion.error} onClose={deletion.reset} />
    </span>
  );
}
