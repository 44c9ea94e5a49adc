import { useEffect } from 'react';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CallError } from '../CallError.tsx';
import { RunView } from '../run/RunView.tsx';
import { currentRunQuery, useRunOfThisVisit } from '../run-of-this-visit.ts';
import { useRunSearch } from '../run-search.ts';
import { testRunMessages } from '../test-run-messages.ts';
import { useFocusAfterRunChange } from '../use-focus-after-run-change.ts';
import { SelectTests } from './SelectTests.tsx';

export interface TestRunnerProps {
  /** Inside a wizard the page has a heading already. */
  isEmbedded?: boolean;
  /** Enables the back button. */
  onBack?: (() => void) | undefined;
}

/** The test runner: the running run, or the list of all tests to start one. A run has its address. */
export function TestRunner({ isEmbedded = false, onBack }: TestRunnerProps) {
  const { runId } = useRunSearch().search;
  useFocusAfterRunChange(runId);
  return runId === undefined ? (
    <CurrentRun isEmbedded={isEmbedded} onBack={onBack} />
  ) : (
    <RunView key={runId} runId={runId} isEmbedded={isEmbedded} onBack={onBack} />
  );
}

/** Opens the active run; without one, shows the test selection. */
function CurrentRun({ isEmbedded, onBack }: TestRunnerProps) {
  const { change } = useRunSearch();
  const current = useRunOfThisVisit(currentRunQuery());
  const runningId = current.run?.runId;
  const isPending = current.run === undefined && !current.isError;
  useEffect(() => {
    if (runningId !== undefined) change({ runId: runningId }, true);
  });

  const heading = !isEmbedded && <PageHeader title="Run Tests" />;
  if (isPending || runningId !== undefined) {
    return (
      <>
        {heading}
        <Skeleton lines={6} label="Loading tests" />
      </>
    );
  }
  return (
    <>
      {heading}
      {current.isError && <CallError error={current.error} message={testRunMessages.currentRun} />}
      <SelectTests onBack={onBack} onStarted={(started) => change({ runId: started, test: undefined })} />
    </>
  );
}
