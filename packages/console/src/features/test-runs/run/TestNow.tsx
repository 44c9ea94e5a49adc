import { isUnfinished } from '@atrium/contract/test-runs/status';
import { toTestId } from '@atrium/contract/test-runs/test';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useEffect, useRef } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CallError } from '../CallError.tsx';
import { testRunMessages } from '../test-run-messages.ts';
import { useRunStart } from '../use-run-start.ts';
import { useTestRun } from './use-test-run.ts';

interface TestNowProps {
  serviceId: string;
  idInService: string;
  /** The test is about a fault that is still there. */
  shouldFail: boolean;
}

/** Runs one test at once, and says whether it does what it should. */
export function TestNow({ serviceId, idInService, shouldFail }: TestNowProps) {
  const id = toTestId(serviceId, idInService);
  const { start, runningId } = useRunStart(() => ({
    servicesTests: [{ serviceId, tests: [{ id, action: 'RUN' }] }],
  }));
  const refusal = useRefusal(runTests);
  const hasBegun = useRef(false);
  const { mutate } = start;
  useEffect(() => {
    if (refusal || hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [refusal, mutate]);
  if (refusal) return <p>{refusal.title}</p>;
  if (start.isError)
    return (
      <CallError
        error={start.error}
        message={testRunMessages.run}
        actions={
          <>
            <Button size="small" onClick={() => mutate()}>
              Try again
            </Button>
            {runningId !== undefined && (
              <AppLink href={paths.runTests({ runId: runningId })} className="link">
                Show the running tests
              </AppLink>
            )}
          </>
        }
      />
    );
  if (!start.data) return <p role="status">Starting the test …</p>;
  return <Outcome runId={start.data.runId} id={id} shouldFail={shouldFail} />;
}

function Outcome({ runId, id, shouldFail }: { runId: string; id: string; shouldFail: boolean }) {
  const { data: run } = useTestRun(runId);
  if (!run || isUnfinished(run.status)) return <p role="status">The test runs …</p>;
  const [kind, title] = words(run.status === 'FAIL', run.status === 'OK', shouldFail);
  return (
    <Alert
      kind={kind}
      title={title}
      actions={
        <AppLink href={paths.testRunnerDashboard({ runId, test: id })} className="link">
          See the result
        </AppLink>
      }
    />
  );
}

function words(hasFailed: boolean, hasPassed: boolean, shouldFail: boolean) {
  if (hasFailed && shouldFail) return ['success', 'It fails now, as it should.'] as const;
  if (hasFailed) return ['warning', 'It fails: the call had another error this time.'] as const;
  if (!hasPassed) return ['warning', 'It was not run to its end.'] as const;
  if (shouldFail)
    return [
      'warning',
      'It passes: the fault does not show in it. Something that the call depends on is not in the test.',
    ] as const;
  return ['success', 'It passes: it says what the function does now.'] as const;
}
