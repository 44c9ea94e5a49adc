import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import { getTestRun } from '@atrium/contract/test-runs/test-runs';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { CircleX } from '../../../ui/icons.ts';
import { candidateText, messageOf, runFailuresQuery } from '../../test-runs/public.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';

interface FailedTest extends ReasonedChange {
  /** Address of its result. */
  link: string;
  /** It also failed in the run before, without this merge. */
  failedBefore: boolean;
}

/** Returns the failed tests of a run, once loaded, with those first that did not fail before. */
export function useFailedTests({ runId, counts }: CandidateRun): FailedTest[] {
  const { data } = useQuery(endpointQuery(getTestRun, { params: { runId } }));
  const { data: histories = [] } = useQuery(runFailuresQuery(runId, counts.FAIL ?? 0));
  const older = new Set(
    histories.flatMap(({ id, firstFailed }) => (firstFailed.runId === runId ? [] : [id])),
  );
  const failed = (data?.servicesTests ?? []).flatMap(({ tests }) =>
    tests
      .filter(({ status }) => status === 'FAIL')
      .map((test) => ({
        serviceName: test.serviceId,
        path: test.fullPath,
        link: test.link,
        failedBefore: older.has(test.id),
        reason: `${older.has(test.id) ? 'failed before, too: ' : ''}${messageOf(test)}`,
      })),
  );
  return failed.toSorted((a, b) => Number(a.failedBefore) - Number(b.failedBefore));
}

/** Lists the tests that fail with the chosen contents, which are not live. */
export function FailedRehearsal({ run }: { run: CandidateRun }) {
  const rows = useFailedTests(run);
  const olderCount = rows.filter(({ failedBefore }) => failedBefore).length;
  return (
    <section aria-label="Failed tests" className="border-b border-line py-1.5 text-sm leading-6">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="flex items-center gap-1.5 font-semibold text-danger">
          <CircleX aria-hidden size={16} />
          <span>{candidateText(run, 'merge')}</span>
        </h2>
        {olderCount > 0 && <p>{olderCount.toLocaleString('en')} of them failed before, too</p>}
        <AppLink href={paths.runTests({ runId: run.runId })} className="link">
          Show the results
        </AppLink>
      </div>
      <ul aria-label="Failed tests and reasons" className="max-h-24 overflow-y-auto empty:hidden">
        {rows.map(({ serviceName, path, link, reason }) => (
          <li key={`${serviceName}/${path}`} className="flex min-w-0 flex-wrap gap-x-3">
            <AppLink href={link} className="link wrap-anywhere">
              {path}
            </AppLink>
            <span className="min-w-0 truncate text-ink-soft" title={reason}>
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `6 tests fail with this merge.` */
export function failedSentence({ counts: { FAIL = 0 } }: CandidateRun): string {
  return `${FAIL.toLocaleString('en')} ${FAIL === 1 ? 'test fails' : 'tests fail'} with this merge.`;
}
