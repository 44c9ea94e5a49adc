import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { DiffStep } from './DiffStep.tsx';
import { ManifestStep } from './ManifestStep.tsx';
import { PullStep } from './PullStep.tsx';
import { pullQuery } from './pull.queries.ts';
import { usePullSession } from './pull-session.ts';
import { type PullStepId, pullSteps, readPullSearch } from './pull-steps.ts';

interface GitPullPageProps {
  /** The test runner: step 4. Composed by the routes, because features do not know each other. */
  testRunner: (onBack: () => void) => ReactNode;
  /** Starts a run of all tests: everything was submitted by 'Submit & Run Tests'. */
  onRunTests: () => void;
}

/** The pull wizard. The pull and the step stand in the address, so that a reload goes on where it was. */
export function GitPullPage({ testRunner, onRunTests }: GitPullPageProps) {
  const { uuid, step } = readPullSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const goTo = (next: PullStepId, nextUuid = uuid) =>
    void navigate({ href: paths.gitPull({ step: next, ...(nextUuid && { uuid: nextUuid }) }) });

  const current = pullSteps.find(({ id }) => id === step) ?? pullSteps[0];
  return (
    <>
      <PageHeader title={current.title} />
      <div className="mb-6">
        <Stepper
          label="Steps of the pull"
          steps={pullSteps}
          currentId={step}
          onGoTo={(id) => goTo(id as PullStepId)}
        />
      </div>
      {uuid === undefined || step === 'pull' ? (
        <PullStep onPulled={(pulled) => goTo('manifest', pulled.uuid)} />
      ) : step === 'tests' ? (
        testRunner(() => goTo('diff'))
      ) : (
        <PulledSteps key={uuid} uuid={uuid} step={step} goTo={goTo} onRunTests={onRunTests} />
      )}
    </>
  );
}

interface PulledStepsProps {
  uuid: string;
  step: 'manifest' | 'diff';
  goTo: (step: PullStepId) => void;
  onRunTests: () => void;
}

/** The steps that work on a pull that was made. */
function PulledSteps({ uuid, step, goTo, onRunTests }: PulledStepsProps) {
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
