import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

type OneById = Endpoint<z.ZodObject<{ id: z.ZodUUID }>, z.ZodUndefined, z.ZodUndefined, z.ZodUndefined>;

interface OwnedActionsProps {
  id: string;
  /** `card ending in 4242`: named in questions and for screen readers. */
  name: string;
  isDefault: boolean;
  makeDefault: OneById;
  remove: OneById;
  /** The list that is read again afterwards. */
  list: Endpoint;
}

/** 'Default' or 'Make default', and delete, for a card or an address. */
export function OwnedActions({ id, name, isDefault, makeDefault, remove, list }: OwnedActionsProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (endpoint: OneById) => call(endpoint, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(list) }),
    onSettled: () => setAsking(false),
  });
  return (
    <span className="flex items-center justify-end gap-1">
      {isDefault ? (
        <Badge tone="ok">Default</Badge>
      ) : (
        <Button
          size="small"
          isBusy={change.isPending}
          aria-label={`Make default: ${name}`}
          onClick={() => change.mutate(makeDefault)}
        >
          Make default
        </Button>
      )}
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
        onConfirm={() => change.mutate(remove)}
      >
        Are you sure you want to delete the {name}?
      </ConfirmDialog>
      <ErrorDialog error={change.error} onClose={change.reset} />
    </span>
  );
}
