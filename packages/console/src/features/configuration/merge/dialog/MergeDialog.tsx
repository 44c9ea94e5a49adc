import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import type { DraftPlace } from '../../drafts/draft-store.ts';
import type { MergeDraft } from '../../drafts/merge-draft.ts';
import { MergeController } from '../editor/merge-controller.ts';
import { startMerge, toPlainSides } from '../regions/merge-start.ts';
import { MergeBody, type MergeBodyProps } from './MergeBody.tsx';
import { runMerge } from './run-merge.ts';

export interface MergeDialogProps extends Omit<MergeBodyProps, 'controller'> {
  title: string;
  serviceId: string;
  isReadOnly?: boolean;
  /** A draft that the user chose to continue. */
  draft?: MergeDraft | undefined;
  /** Storage of the last draft: `page` if the browser's storage is full. */
  draftPlace?: DraftPlace;
}

const draftWords: { readonly [place in DraftPlace]: string } = {
  browser: 'Your draft is saved and will be offered when you open this file again.',
  page: 'Your browser could not store the draft. It is offered when you open this file again, until you leave this page.',
};

/** The three-way merge dialog. Opening and closing it never changes anything. */
export default function MergeDialog(props: MergeDialogProps) {
  const { title, name, serviceId, sides, isReadOnly = false, draft, onClose } = props;
  const [controller, setController] = useState<MergeController | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    const plain = toPlainSides(sides);
    runMerge(plain)
      .then((model) => {
        if (!isCurrent) return;
        const start = startMerge(plain, model);
        const set = draft && {
          merged: draft.merged,
          set: { regions: draft.regions, positions: draft.positions },
        };
        setController(new MergeController({ start, name, serviceId, isReadOnly, draft: set }));
      })
      .catch((reason: unknown) => isCurrent && setError(reason));
    return () => {
      isCurrent = false;
    };
  }, [sides, name, serviceId, isReadOnly, draft]);

  const handleClose = () => {
    const isWork = !isReadOnly && (controller?.snapshot().revision ?? 0) > 0;
    if (isWork) setAsking(true);
    else onClose();
  };

  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      onClose={handleClose}
      bodyClassName="!p-0 !overflow-hidden flex flex-col"
    >
      {error !== null ? (
        <ErrorAlert className="m-4" error={error} title="The file could not be merged." />
      ) : controller === null ? (
        <Spinner className="m-4" label="Merging …" isLabelShown />
      ) : (
        <MergeBody {...props} controller={controller} onClose={handleClose} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Close this merge?"
        confirmLabel="Close"
        cancelLabel="Keep merging"
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        Nothing is changed yet. {draftWords[props.draftPlace ?? 'browser']}
      </ConfirmDialog>
    </Dialog>
  );
}
