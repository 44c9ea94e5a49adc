import { returnToVersion } from '@atrium/contract/configuration/versions';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import { fromTestId } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

interface LastPassedProps {
  run: Pick<TestRun, 'runId' | 'isCandidate'>;
  history: FailureHistory;
}

/** Last run in which a failed test passed, and the changes between that run and the first failure. */
export function LastPassed({ run, history }: LastPassedProps) {
  const { id, lastPassed, firstFailed, moved } = history;
  const maySee = useRefusal(diffVersions) === undefined;
  const mayReturn = useRefusal(returnToVersion) === undefined;
  if (lastPassed === null) return <p>It has never passed in a run.</p>;
  const { serviceId } = fromTestId(id);
  const { version } = lastPassed;
  const isOfMerge = run.isCandidate === true && firstFailed.runId === run.runId;
  const isSame = moved.length === 0 && version !== null && firstFailed.version !== null;
  const passedRun = (
    <AppLink className="link" href={paths.testRunnerDashboard({ runId: lastPassed.runId, test: id })}>
      {formatDayMonthYearTime(lastPassed.startedAt)}
    </AppLink>
  );
  if (isOfMerge && isSame) {
    return (
      <p>
        It passes with what is live (version {version}), as in the run of {passedRun}.
      </p>
    );
  }
  const nameOf = (moving: string) => (moved.length === 1 && moving === serviceId ? '' : ` ${moving}`);
  return (
    <>
      <p>
        Last passed{version !== null && ` at version ${version}`} in the run of {passedRun}.
        {isOfMerge &&
          moved.length > 0 &&
          ' The cause is this merge, or what has changed live since then and was not tested.'}
        {!isOfMerge && isSame && ' It failed at the same versions afterwards.'}
      </p>
      {moved.map(({ serviceId: moving, from, to }) => (
        <p key={moving}>
          {maySee ? (
            <AppLink
              className="link"
              href={paths.service(moving, { tab: 'versions', changes: `${from}-${to}` })}
            >
              What changed{nameOf(moving) && ` in${nameOf(moving)}`} from version {from} to {to}
            </AppLink>
          ) : (
            `Changed${nameOf(moving)} from version ${from} to ${to}`
          )}
          {moved.length === 1 && !isOfMerge && mayReturn && (
            <>
              {' · '}
              <AppLink
                className="link"
                href={paths.service(moving, { tab: 'versions', return: String(from) })}
              >
                Return{nameOf(moving)} to version {from}
              </AppLink>
              {to > from + 1 && `, which takes back versions ${from + 1} to ${to}`}
            </>
          )}
        </p>
      ))}
    </>
  );
}
