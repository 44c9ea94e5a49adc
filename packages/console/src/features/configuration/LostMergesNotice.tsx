import { type Dispatch, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type ChoiceAction, type Choices, mergesLostBy } from './diff-choices.ts';
import type { SessionAction } from './pull-session.ts';

interface LostMerges {
  readonly action: ChoiceAction;
  readonly count: number;
  /** The choices to go back to; absent while the question is open. */
  readonly before?: Choices;
}

/** Passes choices on; one that would clear merged contents asks first and can be undone afterwards. */
export function useChoiceDispatch(choices: Choices, dispatch: Dispatch<SessionAction>) {
  const [lost, setLost] = useState<LostMerges | null>(null);
  return {
    lost,
    dispatch(action: ChoiceAction) {
      const files = mergesLostBy(choices, action);
      if (files.length > 0) setLost({ action, count: files.length });
      else dispatch({ type: 'choice', action });
    },
    confirm() {
      if (lost === null) return;
      dispatch({ type: 'choice', action: lost.action });
      setLost({ ...lost, before: choices });
    },
    undo() {
      if (lost?.before) dispatch({ type: 'choice', action: { type: 'restore', choices: lost.before } });
      setLost(null);
    },
    close: () => setLost(null),
  };
}

interface LostMergesNoticeProps {
  lost: LostMerges | null;
  onConfirm: () => void;
  onUndo: () => void;
  onClose: () => void;
}

export function LostMergesNotice({ lost, onConfirm, onUndo, onClose }: LostMergesNoticeProps) {
  if (lost === null) return null;
  const files =
    lost.count === 1 ? 'the merged content of 1 file' : `the merged contents of ${lost.count} files`;
  if (lost.before === undefined) {
    return (
      <ConfirmDialog
        isOpen
        title="Change the choice?"
        confirmLabel="Change"
        onCancel={onClose}
        onConfirm={onConfirm}
      >
        Changing the choice clears {files}.
      </ConfirmDialog>
    );
  }
  return (
    <Alert
      actions={
        <>
          <Button size="small" onClick={onUndo}>
            Undo
          </Button>
          <Button size="small" look="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      Cleared {files}.
    </Alert>
  );
}
