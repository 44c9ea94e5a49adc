import { errorDetails } from '@atrium/contract/api-error';
import type { runTests } from '@atrium/contract/test-runs/test-runs';
import { useEffect, useRef } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CallError } from '../CallError.tsx';
import { useRunSearch } from '../run-search.ts';
import { testRunMessages } from '../test-run-messages.ts';
import { TestRunner } from './TestRunner.tsx';
import type { StartAllTests } from './use-start-all-tests.ts';

interface SubmittedTestRunnerProps {
  /** The start of the run that belongs to the submit; idle after a reload, which starts none. */
  start: StartAllTests;
  onBack: () => void;
}

/** The test runner after a submit: shows the run that the submit has started. */
export function SubmittedTestRunner({ start, onBack }: SubmittedTestRunnerProps) {
  const { search, change } = useRunSearch();
  const { data: started, reset } = start;
  useEffect(() => {
    if (started === undefined) return;
    change({ runId: started.runId }, true);
    // Once in the address it is done: 'New Test Run' must not lead back to it.
    reset();
  });
  const shownBefore = useRef(search.runId);
  useEffect(() => {
    // The refusal was about the first run of this page: it must not come back above the list for the next one.
    if (start.isError && shownBefore.current !== undefined && search.runId === undefined) reset();
    shownBefore.current = search.runId;
  });
  if (start.isPending || started !== undefined) return <Skeleton lines={6} label="Starting the tests" />;
  const runningId = errorDetails<typeof runTests, 'conflict'>(start.error, 409)?.runId;
  const isShown = start.isError && (search.runId === undefined || search.runId === runningId);
  return (
    <>
      {isShown &&
        (runningId !== undefined ? (
          <Alert kind="warning" title="Tests were already running." className="mb-4">
            {start.variables?.returnOnFailure
              ? 'This run may have started before your changes went live. The run that decides about them follows.'
              : 'This run may have started before your changes went live. Run the tests again when it has ended.'}
          </Alert>
        ) : (
          <CallError
            error={start.error}
            message={testRunMessages.run}
            onRetry={() => start.variables !== undefined && start.mutate(start.variables)}
          />
        ))}
      <TestRunner isEmbedded onBack={onBack} />
    </>
  );
}
