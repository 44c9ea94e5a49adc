import type { Submission } from '@atrium/contract/configuration/submission';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { LimitNotices } from '../../limits/public.ts';
import { SubmittedTestRunner } from '../../test-runs/public.ts';
import { MadeLiveNotice } from '../submit/MadeLiveNotice.tsx';
import { PulledSteps } from './PulledSteps.tsx';
import { PullStep } from './PullStep.tsx';
import { type PullStepId, pullSteps, readPullSearch } from './pull-steps.ts';

const LIMITS = ['files', 'configurationBytes', 'historyBytes', 'pullsPerDay'] as const;

/** The pull wizard. The pull and the step are in the address, so that a reload continues where it was. */
export function GitPullPage() {
  // 'Submit & Run Tests' has submitted everything; its run belongs to the submission.
  const [submission, setSubmission] = useState<Submission>();
  const { uuid, step, draft } = readPullSearch(useAddress().search);
  const navigate = useNavigate();
  const goTo = (next: PullStepId, nextUuid = uuid, runId?: string) =>
    void navigate({
      href: paths.gitPull({ step: next, ...(nextUuid && { uuid: nextUuid }), ...(runId && { runId }) }),
    });

  const current = pullSteps.find(({ id }) => id === step) ?? pullSteps[0];
  return (
    <>
      <LimitNotices names={LIMITS} />
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
          <SubmittedTestRunner key={submission?.id} submission={submission} onBack={() => goTo('diff')} />
        </>
      ) : (
        <PulledSteps
          key={uuid}
          uuid={uuid}
          step={step}
          goTo={goTo}
          onSubmitted={setSubmission}
          onTests={(runId) => goTo('tests', uuid, runId)}
          draft={draft}
          onDraftTaken={() => void navigate({ href: paths.gitPull({ step, uuid }), replace: true })}
        />
      )}
    </>
  );
}
