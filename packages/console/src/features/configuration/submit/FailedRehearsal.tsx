import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import { getTestRun } from '@atrium/contract/test-runs/test-runs';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { CircleX } from '../../../ui/icons.ts';
import { candidateText } from '../../test-runs/public.ts';
import type { NamedChange } from '../live-change/NamedList.tsx';

/** Returns the failed tests of a run, once loaded. */
export function useFailedTests(run: CandidateRun): NamedChange[] {
  const { data } = useQuery(endpointQuery(getTestRun, { params: { runId: run.runId } }));
  return (data?.servicesTests ?? []).flatMap(({ tests }) =>
    tests
      .filter(({ status }) => status === 'FAIL')
      .map(({ serviceId, fullPath }) => ({ serviceName: serviceId, path: fullPath })),
  );
}

/** Lists the tests that fail with the chosen contents, which are not live. */
export function FailedRehearsal({ run }: { run: CandidateRun }) {
  const rows = useFailedTests(run);
  return (
    <section aria-label="Failed tests" className="border-b border-line py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="flex items-center gap-1.5 font-semibold text-danger">
          <CircleX aria-hidden size={16} />
          <span>{candidateText(run, 'merge')}</span>
        </h2>
        <AppLink href={paths.runTests({ runId: run.runId })} className="link">
          Show the results
        </AppLink>
      </div>
      <ul
        aria-label="Names of the failed tests"
        // Focusable, so that it can be scrolled by keyboard.
        tabIndex={0}
        className="flex max-h-20 flex-wrap gap-x-4 overflow-y-auto empty:hidden"
      >
        {rows.map(({ serviceName, path }) => (
          <li key={`${serviceName}/${path}`} className="wrap-anywhere">
            {path}
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
