import { returnToVersion } from '@atrium/contract/configuration/versions';
import { diffVersions } from '@atrium/contract/service-api/version-changes';
import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import { fromTestId } from '@atrium/contract/test-runs/test';
import { useRefusal } from '../../api/use-refusal.ts';
import { formatDayMonthYearTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';

/** When a failed test last passed, and what changed between then and its first failure. */
export function LastPassed({ history }: { history: FailureHistory }) {
  const { id, lastPassed, firstFailed } = history;
  const maySee = useRefusal(diffVersions) === undefined;
  const mayReturn = useRefusal(returnToVersion) === undefined;
  if (lastPassed === null) return <p>It has never passed in a run.</p>;
  const { serviceId } = fromTestId(id);
  const [from, to] = [lastPassed.version, firstFailed.version];
  return (
    <p>
      Last passed{from !== null && ` at version ${from}`} in the run of{' '}
      <AppLink className="link" href={paths.testRunnerDashboard({ runId: lastPassed.runId, test: id })}>
        {formatDayMonthYearTime(lastPassed.startedAt)}
      </AppLink>
      .{' '}
      {from !== null && to !== null && from !== to && maySee && (
        <AppLink
          className="link"
          href={paths.service(serviceId, { tab: 'versions', changes: `${from}-${to}` })}
        >
          What changed from version {from} to {to}
        </AppLink>
      )}
      {from !== null && from !== to && mayReturn && (
        <>
          {' · '}
          <AppLink
            className="link"
            href={paths.service(serviceId, { tab: 'versions', return: String(from) })}
          >
            Return to version {from}
          </AppLink>
        </>
      )}
      {from !== null && from === to && 'It failed at the same version afterwards.'}
    </p>
  );
}
