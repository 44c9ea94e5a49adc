import { getSubmission, type Submission } from '@atrium/contract/configuration/submission';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { onLiveEvent } from '../../../api/live-events.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { useRunSearch } from '../run-search.ts';
import { TestRunner } from './TestRunner.tsx';

interface SubmittedTestRunnerProps {
  /** Undefined after a reload. */
  submission: Submission | undefined;
  onBack: () => void;
}

/** The test runner after a submit. The address has the run of the submission, if it has started. */
export function SubmittedTestRunner({ submission, onBack }: SubmittedTestRunnerProps) {
  const { search } = useRunSearch();
  return (
    <>
      {submission?.tests === 'STARTED' && submission.reason !== null && submission.runId === search.runId && (
        <Alert kind="warning" title="Tests were already running." className="mb-4">
          {submission.reason}
        </Alert>
      )}
      {submission?.runId === null && <SubmissionNotice submission={submission} shownRunId={search.runId} />}
      <TestRunner isEmbedded onBack={onBack} />
    </>
  );
}

interface SubmissionNoticeProps {
  submission: Submission;
  shownRunId: string | undefined;
}

/** Status of a submission whose run couldn't start immediately. */
function SubmissionNotice({ submission, shownRunId }: SubmissionNoticeProps) {
  const { data, refetch } = useQuery({
    ...endpointQuery(getSubmission, { params: { id: submission.id } }),
    initialData: submission,
    // Its run may have started in the meantime.
    initialDataUpdatedAt: 0,
  });
  const isWaiting = data.tests === 'WAITING';
  useEffect(() => {
    if (!isWaiting) return undefined;
    return onLiveEvent(({ type }) => {
      if (type === 'test-run' || type === 'operation' || type === 'ready') void refetch();
    });
  }, [isWaiting, refetch]);
  if (isWaiting) {
    const running = 'Tests were already running. This run may have started before your changes went live.';
    return (
      <Alert title="Submitted changes are live and waiting to be tested." className="mb-4">
        {shownRunId !== undefined && `${running} `}
        The platform runs all tests as soon as the current run has ended, or within two minutes. You can close
        this page.
      </Alert>
    );
  }
  if (data.tests === 'UNTESTED') {
    return (
      <Alert kind="warning" title="Submitted changes were not tested, and are still live." className="mb-4">
        {data.reason}
      </Alert>
    );
  }
  if (data.runId === null || data.runId === shownRunId) return null;
  return (
    <Alert
      title="Submitted changes have a run of their own."
      className="mb-4"
      actions={
        <AppLink href={paths.runTests({ runId: data.runId })} className="link">
          Show that run
        </AppLink>
      }
    >
      It decides about them.
    </Alert>
  );
}
