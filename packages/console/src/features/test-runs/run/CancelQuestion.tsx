import type { Test } from '@atrium/contract/test-runs/test';
import { cancelTest } from '@atrium/contract/test-runs/test-results';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { CallError } from '../CallError.tsx';
import { testRunMessages } from '../test-run-messages.ts';
import { reloadRun } from '../test-runs.queries.ts';

/** Target of a cancellation: the whole run, or one of its tests. */
export type CancelTarget = 'run' | Test;

interface CancelQuestionProps {
  runId: string;
  /** Ends the question with the run: there is nothing left to cancel, and another run may have the same tests. */
  isRunning: boolean;
  /** Open while set. */
  target: CancelTarget | undefined;
  onClose: () => void;
}

/** Confirms a cancellation; the run is refetched afterwards in any case. */
export function CancelQuestion({ runId, isRunning, target, onClose }: CancelQuestionProps) {
  const client = useQueryClient();
  const cancel = useChange({
    mutationFn: (chosen: CancelTarget): Promise<unknown> =>
      chosen === 'run'
        ? call(cancelTestRun, { params: { runId } })
        : call(cancelTest, { body: { id: chosen.id, runId } }),
    onSuccess: onClose,
    onSettled: () => reloadRun(client, runId),
  });
  const isRun = target === 'run';
  const handleClose = () => {
    cancel.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isRunning && target !== undefined}
      isDangerous
      isBusy={cancel.isPending}
      title={isRun ? 'Cancel the test run?' : 'Cancel the test?'}
      confirmLabel={isRun ? 'Cancel run' : 'Cancel test'}
      cancelLabel="Keep running"
      onCancel={handleClose}
      onConfirm={() => target && cancel.mutate(target)}
    >
      {cancel.isError && (
        <CallError
          error={cancel.error}
          message={isRun ? testRunMessages.cancelRun : testRunMessages.cancelTest}
        />
      )}
      {isRun
        ? 'Are you sure you want to cancel the test run? Tests that have not finished will be canceled.'
        : target && `Are you sure you want to cancel the test "${target.fullPath}"?`}
    </ConfirmDialog>
  );
}
