import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

/** Confirmation shown before a removal. */
export interface RemoveQuestion {
  title?: string;
  /** Question including the object: 'Are you sure you want to delete the card ending in 4242?' */
  question: string;
  confirmLabel?: string;
  /** Title of the error dialog. */
  errorTitle?: string;
  /** Alternative actions, below the confirmation and below its error. */
  before?: (error: Error | null) => ReactNode;
}

/** Created by `useRemove`. */
export interface Removal extends RemoveQuestion {
  /** True from the confirmation until it is canceled, has succeeded, or its error was dismissed. */
  isAsking: boolean;
  ask: () => void;
  cancel: () => void;
  confirm: () => void;
  isBusy: boolean;
  /** Error of the last attempt. */
  error: Error | null;
  dismissError: () => void;
}

/** Confirms a removal and shows its error. Moves the focus to a neighbor when the object is removed. */
export function RemoveDialog({ removal }: { removal: Removal }) {
  const { title = 'Delete', confirmLabel = 'Delete', question, errorTitle, before, ...state } = removal;
  useFocusAfterRemoval(state.isAsking);
  return (
    <>
      <ConfirmDialog
        isOpen={state.isAsking && state.error === null}
        title={title}
        confirmLabel={confirmLabel}
        isDangerous
        isBusy={state.isBusy}
        onCancel={state.cancel}
        onConfirm={state.confirm}
      >
        {question}
        {before?.(null)}
      </ConfirmDialog>
      <ErrorDialog title={errorTitle} error={state.error} onClose={state.dismissError}>
        {before?.(state.error)}
      </ErrorDialog>
    </>
  );
}
