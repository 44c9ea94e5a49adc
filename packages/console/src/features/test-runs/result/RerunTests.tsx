import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useQuery } from '@tanstack/react-query';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import type { ButtonSize } from '../../../ui/button-class.ts';
import { RotateCcw } from '../../../ui/icons.ts';
import { CallError } from '../CallError.tsx';
import { useRunSearch } from '../run-search.ts';
import { testRunMessages } from '../test-run-messages.ts';
import { childUsersQuery } from '../test-runs.queries.ts';
import { toRerunRequest } from '../test-selection.ts';
import { useRunStart } from '../use-run-start.ts';

interface RerunTestsProps {
  run: TestRun;
  tests: readonly Test[];
  size?: ButtonSize;
  children: string;
}

/**
 * Runs some tests of a run again with the same options and opens the new run. Users can impersonate only their child
 * users: a run as anyone else is repeated as the current user, as the button's label states.
 */
export function RerunTests({ run, tests, size, children }: RerunTestsProps) {
  const { change } = useRunSearch();
  const { user } = useAuth();
  const isOwn = run.userId === user?.userId;
  const childUsers = useQuery({ ...childUsersQuery(), enabled: !isOwn });
  const isOthers = !isOwn && childUsers.data?.every(({ userId }) => userId !== run.userId) === true;
  const show = (runId: string) => change({ runId, test: undefined, with: undefined });
  const { start: rerun, runningId } = useRunStart(
    () => toRerunRequest(isOthers ? { ...run, userId: null } : run, tests),
    show,
  );
  return (
    <>
      <Button
        {...(size && { size })}
        icon={<RotateCcw aria-hidden size={16} />}
        isBusy={rerun.isPending}
        refusal={useRefusal(runTests)}
        onClick={() => rerun.mutate()}
      >
        {isOthers ? `${children} as myself` : children}
      </Button>
      {rerun.isError && (
        <div className="w-full min-w-0">
          <CallError
            error={rerun.error}
            message={testRunMessages.run}
            actions={
              runningId !== undefined && (
                <Button size="small" onClick={() => show(runningId)}>
                  Show the running tests
                </Button>
              )
            }
          />
        </div>
      )}
    </>
  );
}
