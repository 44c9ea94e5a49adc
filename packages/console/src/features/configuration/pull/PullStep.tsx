import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { Pull } from '@atrium/contract/configuration/pull';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Download } from '../../../ui/icons.ts';
import { OperationProgress } from '../live-change/OperationProgress.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { usePullOperation } from './pull-operation.ts';

interface PullStepProps {
  /** Requested in addition to the form. */
  more?: Partial<GitRequest>;
  onPulled: (pull: Pull) => void;
}

/** Step 1: where the repository is, and the pull itself with its progress. */
export function PullStep({ more, onPulled }: PullStepProps) {
  const operation = usePullOperation(onPulled);
  return (
    <ConnectionForm
      direction="pull"
      className="max-w-3xl"
      isBusy={operation.isRunning}
      onSubmit={(request) => operation.start({ ...request, ...more })}
      submitLabel="Pull"
      submitIcon={<Download aria-hidden size={18} />}
    >
      {operation.error !== null && (
        <ErrorAlert error={operation.error} title="The repository could not be pulled." />
      )}
      {operation.isRunning && <OperationProgress id={operation.id} canceling={operation.canceling} />}
    </ConnectionForm>
  );
}
