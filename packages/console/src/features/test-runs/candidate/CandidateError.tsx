import { errorDetails } from '@atrium/contract/api-error';
import type { testCandidate } from '@atrium/contract/test-runs/candidate';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import type { Tested } from './candidate-text.ts';

interface CandidateErrorProps {
  error: unknown;
  tested: Tested;
  /** Refetches the live version; absent if not offered. */
  onCompareAgain?: () => void;
}

/** Reason for a failed candidate test, with the next steps. */
export function CandidateError({ error, tested, onCompareAgain }: CandidateErrorProps) {
  const details = errorDetails<typeof testCandidate, 'conflict'>(error, 409);
  if (details && 'runId' in details && details.runId !== undefined) {
    return (
      <Alert
        kind="warning"
        title="Tests are already running."
        actions={
          <AppLink href={paths.runTests({ runId: details.runId })} className="link">
            Show that run
          </AppLink>
        }
      >
        One run at a time: test this {tested} when it has ended.
      </Alert>
    );
  }
  const hasMoved = details !== undefined && 'moved' in details;
  return (
    <ErrorAlert
      error={error}
      title={`This ${tested} could not be tested.`}
      actions={
        hasMoved &&
        onCompareAgain && (
          <Button size="small" onClick={onCompareAgain}>
            Compare again
          </Button>
        )
      }
    />
  );
}
