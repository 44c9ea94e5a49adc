import { listFactors, removeFactor, type SecondFactor } from '@atrium/contract/accounts/second-factor';
import { useState } from 'react';
import { useRemove } from '../../../api/use-remove.ts';
import { Button } from '../../../ui/Button.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { RenameFactorDialog } from './RenameFactorDialog.tsx';

/** Renames or removes a second factor. */
export function FactorActions({ factor }: { factor: SecondFactor }) {
  const { id, name } = factor;
  const [isRenaming, setRenaming] = useState(false);
  const removal = useRemove(removeFactor, {
    title: 'Remove second factor',
    question: `Are you sure you want to remove "${name}"? It can no longer be used to sign in.`,
    confirmLabel: 'Remove',
    errorTitle: 'The second factor could not be removed',
    request: { params: { id } },
    invalidates: [listFactors],
    onRemoved: () => showToast(`${name} was removed.`),
  });
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <Button size="small" aria-label={`Remove ${name}`} onClick={removal.ask}>
        Remove
      </Button>
      {isRenaming && <RenameFactorDialog factor={factor} onClose={() => setRenaming(false)} />}
      <RemoveDialog removal={removal} />
    </span>
  );
}
