import type { Submission } from '@atrium/contract/configuration/submission';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { MadeLiveNotice } from '../submit/MadeLiveNotice.tsx';
import { PulledSteps } from './PulledSteps.tsx';
import { PullStep } from './PullStep.tsx';
import { type PullStepId, pullSteps, readPullSearch } from './pull-steps.ts';

interface GitPullPageProps {
  /** The test runner: step 4. Composed by the routes, because features do not know each other. */
  testRunner: (onBack: () => void) => ReactNode;
  /** 'Submit & Run Tests' has submitted everything; its run belongs to the submission. */
  onSubmitted: (submission: Submission) => void;
}

/** The pull wizard. The pull and the step are in the address, so that a reload continues where it was. */
export function GitPullPage({ testRunner, onSubmitted }: GitPullPageProps) {
  const { uuid, step, draft } = readPullSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const goTo = (next: PullStepId, nextUuid = uuid, runId?: string) =>
    void navigate({
      href: paths.gitPull({ step: next, ...(nextUuid && { uuid: nextUuid }), ...(runId && { runId }) }),
    });

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
        <>
          <MadeLiveNotice key={uuid} uuid={uuid} />
          {testRunner(() => goTo('diff'))}
        </>
      ) : (
        <PulledSteps
          key={uuid}
          uuid={uuid}
          step={step}
          goTo={goTo}
          onSubmitted={onSubmitted}
          onTests={(runId) => goTo('tests', uuid, runId)}
          draft={draft}
          onDraftTaken={() => void navigate({ href: paths.gitPull({ step, uuid }), replace: true })}
        />
      )}
    </>
  );
}
