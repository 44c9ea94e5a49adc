import { fromTestId } from '@atrium/contract/test-runs/test';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useRouter } from '@tanstack/react-router';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Play } from '../../../ui/icons.ts';
import { CallError } from '../CallError.tsx';
import { testRunMessages } from '../test-run-messages.ts';
import { useRunStart } from '../use-run-start.ts';

/** Runs tests of any services, and opens the run. */
export function RunTheseTests({ ids, children }: { ids: readonly string[]; children: string }) {
  const router = useRouter();
  const byService = Map.groupBy(ids, (id) => fromTestId(id).serviceId);
  const servicesTests = [...byService].map(([serviceId, chosen]) => ({
    serviceId,
    tests: chosen.map((id) => ({ id, action: 'RUN' as const })),
  }));
  const { start, runningId } = useRunStart(
    () => ({ servicesTests }),
    (runId) => void router.navigate({ href: paths.runTests({ runId }) }),
  );
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        size="small"
        icon={<Play aria-hidden size={14} />}
        isBusy={start.isPending}
        refusal={useRefusal(runTests)}
        onClick={() => start.mutate()}
      >
        {children}
      </Button>
      {start.isError && (
        <CallError
          error={start.error}
          message={testRunMessages.run}
          actions={
            runningId !== undefined && (
              <AppLink href={paths.runTests({ runId: runningId })} className="link">
                Show the running tests
              </AppLink>
            )
          }
        />
      )}
    </div>
  );
}
