import { upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { SourceDialog } from '../../../layout/SourceDialog.tsx';
import type { SourcePlace } from '../../../layout/source-place.ts';
import { Button } from '../../../ui/Button.tsx';
import { ShieldAlert } from '../../../ui/icons.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { testDetailsQuery } from '../test-runs.queries.ts';
import { ChangeSearchView } from './ChangeSearchView.tsx';
import { ConsoleOutput } from './ConsoleOutput.tsx';
import { FailureView } from './FailureView.tsx';
import { LastPassed } from './LastPassed.tsx';
import { RerunTests } from './RerunTests.tsx';
import { ResultStrip } from './ResultStrip.tsx';
import { sourceVersionOf } from './source-of.ts';

const QuarantineDialog = lazyDialog(async () => (await import('./QuarantineDialog.tsx')).QuarantineDialog);

/** Opens the dialog for the reason and the last day. */
function QuarantineAction({ test }: { test: Test }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<ShieldAlert aria-hidden size={16} />}
        refusal={useRefusal(upsertQuarantine)}
        onClick={() => setOpen(true)}
      >
        Quarantine…
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <QuarantineDialog test={test} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FailedTestProps {
  run: TestRun;
  test: Test;
  /** Undefined while loading. */
  history: FailureHistory | undefined;
  onOpen: (test: Test) => void;
}

/** Failure of a test, with its earlier results. */
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

interface FailureActionsProps {
  run: TestRun;
  test: Test;
  onOpen: (test: Test) => void;
}

function FailureActions({ run, test, onOpen }: FailureActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {!isUnfinished(run.status) && !run.isCandidate && (
        <RerunTests run={run} tests={[test]} size="small">
          Rerun this test
        </RerunTests>
      )}
      <QuarantineAction test={test} />
      <Button size="small" onClick={() => onOpen(test)}>
        All details
      </Button>
    </div>
  );
}
