import type { ReturnOnFailure } from '@atrium/contract/test-runs/return-on-failure';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { DiffStep } from '../diff/DiffStep.tsx';
import { ManifestStep } from './ManifestStep.tsx';
import { PullError } from './PullError.tsx';
import { pullQuery } from './pull.queries.ts';
import { usePullSession } from './pull-session.ts';
import type { PullStepId } from './pull-steps.ts';
import { UnstoredNotice } from './UnstoredNotice.tsx';
import { useReturnedDraft } from './use-returned-draft.ts';

export type RunTests = (returnOnFailure?: ReturnOnFailure) => void;

interface PulledStepsProps {
  uuid: string;
  step: 'manifest' | 'diff';
  goTo: (step: PullStepId) => void;
  onRunTests: RunTests;
  /** The run whose failure returned the choices to go on from. */
  draft: string | undefined;
  /** A second time it would replace what was chosen since. */
  onDraftTaken: () => void;
}

/** The steps that work on a pull that was made. */
export function PulledSteps({ uuid, step, goTo, onRunTests, draft, onDraftTaken }: PulledStepsProps) {
  const pull = useQuery(pullQuery(uuid));
  const sessionHandle = usePullSession(uuid);
  const shown = useRef(step);
  useEffect(() => {
    shown.current = step;
  }, [step]);
  const returned = useReturnedDraft(draft, pull.data, sessionHandle, onDraftTaken);
  if (pull.error && !pull.data) {
    return (
      <PullError error={pull.error} onPullAgain={() => goTo('pull')} onRetry={() => void pull.refetch()} />
    );
  }
  if (returned.error) {
    return (
      <ErrorAlert error={returned.error} title="The draft could not be loaded." onRetry={returned.onRetry} />
    );
  }
  if (!pull.data || !sessionHandle.isLoaded || returned.isLoading)
    return <Spinner label="Loading the pull …" isLabelShown />;
  return (
    <>
      {sessionHandle.place === 'page' && <UnstoredNotice />}
      {step === 'manifest' ? (
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
          onPullAgain={() => goTo('pull')}
          onTests={(returnOnFailure) => {
            onRunTests(returnOnFailure);
            // The bell leads to the run: no one is taken away from where they are now.
            if (!sessionHandle.isLeft() && shown.current === 'diff') goTo('tests');
          }}
        />
      )}
    </>
  );
}
