import type { Submission } from '@atrium/contract/configuration/submission';
import { isNotFound } from '@atrium/contract/not-found';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { DiffStep } from '../compare/DiffStep.tsx';
import { usePullSession } from '../decisions/pull-session.ts';
import { pullQuery } from '../files/pull.queries.ts';
import { ManifestStep } from '../manifest/ManifestStep.tsx';
import type { PullStepId } from './pull-steps.ts';
import { useReturnedDraft } from './use-returned-draft.ts';

const holdPage = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Warns that the browser could not store the choices. Navigation within the console keeps them, so the browser asks
 * only before a reload or before the page closes.
 */
function UnstoredNotice() {
  useEffect(() => {
    window.addEventListener('beforeunload', holdPage);
    return () => window.removeEventListener('beforeunload', holdPage);
  }, []);
  return (
    <Alert kind="warning" className="mb-5">
      Your browser could not store your choices and merges. They are kept until you reload or close this page.
    </Alert>
  );
}

interface PulledStepsProps {
  uuid: string;
  step: 'manifest' | 'diff';
  goTo: (step: PullStepId) => void;
  /** 'Submit & Run Tests' has submitted everything. */
  onSubmitted: (submission: Submission) => void;
  /** Opens the tests of the submit, with their run if it has started. */
  onTests: (runId: string | undefined) => void;
  /** The run whose failure returned the choices to go on from. */
  draft: string | undefined;
  /** Whether the choices start as *Merge by side* makes them, regardless of the preference. */
  startsBySide?: boolean;
  /** Clears the draft: restoring it twice would overwrite newer choices. */
  onDraftTaken: () => void;
}

/** The steps that work on a pull that was made. */
export function PulledSteps({
  uuid,
  step,
  goTo,
  onSubmitted,
  onTests,
  draft,
  startsBySide = false,
  onDraftTaken,
}: PulledStepsProps) {
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
          startsBySide={startsBySide}
          onBack={() => goTo('manifest')}
          onPullAgain={() => goTo('pull')}
          onTests={(submission) => {
            onSubmitted(submission);
            // Don't navigate after the user left the step: the bell links to the run.
            if (!sessionHandle.isLeft() && shown.current === 'diff') onTests(submission.runId ?? undefined);
          }}
        />
      )}
    </>
  );
}

interface PullErrorProps {
  error: Error;
  onPullAgain: () => void;
  onRetry: () => void;
}

/** Message for an expired pull, or for one that failed to load. */
function PullError({ error, onPullAgain, onRetry }: PullErrorProps) {
  return isNotFound(error) ? (
    <ErrorAlert
      error={error}
      title="This pull has expired. Pull again to continue."
      actions={
        <Button size="small" onClick={onPullAgain}>
          Pull again
        </Button>
      }
    />
  ) : (
    <ErrorAlert error={error} title="The pull could not be loaded." onRetry={onRetry} />
  );
}
