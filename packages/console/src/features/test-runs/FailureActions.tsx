import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { Button } from '../../ui/Button.tsx';
import { QuarantineAction } from './QuarantineAction.tsx';
import { RerunTests } from './RerunTests.tsx';

interface FailureActionsProps {
  run: TestRun;
  test: Test;
  onOpen: (test: Test) => void;
}

/** What can be done about one failed test. */
export function FailureActions({ run, test, onOpen }: FailureActionsProps) {
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
