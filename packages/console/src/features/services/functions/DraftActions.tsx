import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { SaveDraftDialog } from './SaveDraftDialog.tsx';
import type { Draft } from './use-draft.ts';

interface DraftActionsProps {
  serviceId: string;
  place: FilePlace;
  /** Label of the draft's object. */
  label: string;
  draft: Draft;
  /** Returns the current draft, for operations that end later. */
  newest: () => Draft | null;
  live: SourceFile;
  isComparing: boolean;
  onCompare: () => void;
  onChange: (draft: Draft | null) => void;
  onMerged: (conflicts: number) => void;
}

/** Compares, saves or discards a draft. */
export function DraftActions(props: DraftActionsProps) {
  const { serviceId, place, label, draft, newest, live, isComparing } = props;
  const { onCompare, onChange, onMerged } = props;
  const [open, setOpen] = useState<'save' | 'discard'>();
  const isChanged = draft.text !== live.content;
  const reason = isChanged ? undefined : 'Nothing has been changed yet.';
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-pressed={isComparing} onClick={onCompare}>
        Show changes
      </Button>
      <Button onClick={() => (isChanged ? setOpen('discard') : onChange(null))}>
        {isChanged ? 'Discard' : 'Stop editing'}
      </Button>
      <Button
        variant="primary"
        disabled={reason !== undefined}
        title={reason}
        onClick={() => setOpen('save')}
      >
        Save
      </Button>
      {open === 'save' && (
        <SaveDraftDialog
          serviceId={serviceId}
          place={place}
          label={label}
          draft={draft}
          newest={newest}
          onMerged={onMerged}
          onChange={onChange}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'discard'}
        title="Discard your draft?"
        confirmLabel="Discard"
        isDangerous
        onCancel={close}
        onConfirm={() => {
          close();
          onChange(null);
        }}
      >
        Your changes to {label} are not saved. What is live stays as it is.
      </ConfirmDialog>
    </div>
  );
}
