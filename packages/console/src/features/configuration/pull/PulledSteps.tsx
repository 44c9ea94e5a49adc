import { ApiError } from '@atrium/contract/api-error';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { DiffStep } from '../diff/DiffStep.tsx';
import { ManifestStep } from './ManifestStep.tsx';
import { pullQuery } from './pull.queries.ts';
import { usePullSession } from './pull-session.ts';
import type { PullStepId } from './pull-steps.ts';

interface PulledStepsProps {
  uuid: string;
  step: 'manifest' | 'diff';
  goTo: (step: PullStepId) => void;
  onRunTests: () => void;
}

/** The steps that work on a pull that was made. */
export function PulledSteps({ uuid, step, goTo, onRunTests }: PulledStepsProps) {
  const pull = useQuery(pullQuery(uuid));
  const sessionHandle = usePullSession(uuid);
  if (pull.error && !pull.data) {
    const isGone = pull.error instanceof ApiError && pull.error.status === 404;
    return isGone ? (
      <ErrorAlert
        error={pull.error}
        title="This pull has expired. Pull again to continue."
        actions={
          <Button size="small" onClick={() => goTo('pull')}>
            Pull again
          </Button>
        }
      />
    ) : (
      <ErrorAlert
        error={pull.error}
        title="The pull could not be loaded."
        onRetry={() => void pull.refetch()}
      />
    );
  }
  if (!pull.data || !sessionHandle.isLoaded) return <Spinner label="Loading the pull …" isLabelShown />;
  return step === 'manifest' ? (
    <ManifestStep
      pull={pull.data}
      sessionHandle={sessionHandle}
      onBack={() => goTo('pull')}
      onConfirm={() => goTo('diff')}
    />
  ) : (
    <DiffStep
      pull={pull.data}
      sessionHandle={sessionHandle}
      onBack={() => goTo('manifest')}
      onTests={() => {
        onRunTests();
        goTo('tests');
      }}
    />
  );
}
