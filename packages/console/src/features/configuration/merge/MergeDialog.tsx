import type { SyntaxFault } from '@atrium/contract/configuration/look';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { DraftPlace } from '../pull/draft-store.ts';
import { MergeBody } from './MergeBody.tsx';
import { MergeController } from './merge-controller.ts';
import type { MergeDraft, MergeWork } from './merge-draft.ts';
import { type MergeSides, startMerge } from './merge-start.ts';
import type { PaneLabel } from './pane-label.ts';
import type { Pane } from './pane-region.ts';
import { toPlainSides } from './plain-sides.ts';
import { runMerge } from './run-merge.ts';

export interface MergeResult {
  readonly content: string;
  readonly fault: SyntaxFault | undefined;
}

export interface MergeHandle {
  /** The result of work in which everything is decided, and its draft kept; undefined where there is none. */
  finish: () => MergeResult | undefined;
}

export interface MergeDialogProps {
  title: string;
  /** Name of the file: chooses the language and what is checked. */
  name: string;
  serviceId: string;
  sides: MergeSides;
  labels: { readonly [pane in Pane]: PaneLabel };
  /** Why there is no base, where that is known: both sides added the file. */
  twoWayReason?: string | undefined;
  isReadOnly?: boolean;
  /** A draft that the user chose to continue. */
  draft?: MergeDraft | undefined;
  /** Called 300 ms after the last edit, before the dialog goes, and when it is submitted. */
  onDraft?: (work: MergeWork) => void;
  /** Where the last draft went. Without room in the browser's storage only the page has it. */
  draftPlace?: DraftPlace;
  onSubmit?: (merged: string, fault: SyntaxFault | undefined) => void;
  /** Given as soon as the merge is known. */
  handle?: Ref<MergeHandle>;
  /** How many conflicts are still open. */
  onOpenCount?: (count: number) => void;
  onClose: () => void;
  /** The list of files, shown next to the panes. */
  aside?: ReactNode;
  /** Notices above the panes. */
  notice?: ReactNode;
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
