import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SourceDialog } from '../../layout/SourceDialog.tsx';
import type { SourcePlace } from '../../layout/source-place.ts';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { ChangeSearchView } from './ChangeSearchView.tsx';
import { ConsoleOutput } from './ConsoleOutput.tsx';
import { FailureActions } from './FailureActions.tsx';
import { FailureView } from './FailureView.tsx';
import { LastPassed } from './LastPassed.tsx';
import { ResultStrip } from './ResultStrip.tsx';
import { sourceVersionOf } from './source-of.ts';
import { testDetailsQuery } from './test-runs.queries.ts';

interface FailedTestProps {
  run: TestRun;
  test: Test;
  /** Undefined until it is known. */
  history: FailureHistory | undefined;
  onOpen: (test: Test) => void;
}

/** Why a test failed, and how it went before. */
export function FailedTest({ run, test, history, onOpen }: FailedTestProps) {
  const details = useQuery(testDetailsQuery(run.runId, test.id));
  const [source, setSource] = useState<SourcePlace | undefined>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-3 sm:px-8">
      {test.quarantine !== undefined && (
        <p>In quarantine, so that it does not fail the run: {test.quarantine}</p>
      )}
      {history && <LastPassed run={run} history={history} />}
      <section>
        <h4 className="mb-1 text-sm text-ink-soft">Last 30 results, oldest first</h4>
        <ResultStrip testId={test.id} runId={run.runId} />
      </section>
      <QueryPanel query={details}>
        {(found) => {
          const { failure, console: output } = found;
          const version = sourceVersionOf(found);
          return (
            <>
              {failure && (
                <FailureView
                  failure={failure}
                  isOfMerge={found.isCandidate}
                  onOpenSource={version === null ? undefined : ({ file, line }) => setSource({ file, line })}
                />
              )}
              <ConsoleOutput text={output} />
              {source && version !== null && (
                <SourceDialog
                  serviceId={test.serviceId}
                  version={version}
                  place={source}
                  onClose={() => setSource(undefined)}
                />
              )}
            </>
          );
        }}
      </QueryPanel>
      {history && history.lastPassed !== null && !isUnfinished(run.status) && !run.isCandidate && (
        <ChangeSearchView runId={run.runId} testId={test.id} />
      )}
      <FailureActions run={run} test={test} onOpen={onOpen} />
    </div>
  );
}
