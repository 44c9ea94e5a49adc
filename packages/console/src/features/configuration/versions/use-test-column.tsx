import type { NamedVersion } from '@atrium/contract/configuration/versions';
import { listVersionRuns, MAX_VERSION_RUNS } from '@atrium/contract/test-runs/version-runs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { OutcomeBadge } from '../../../ui/OutcomeBadge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';

/** Column with a service's test results per version; omitted without permission to see runs. */
export function useTestColumn(
  serviceId: string,
  versions: readonly NamedVersion[] | undefined,
): TableColumn<NamedVersion>[] {
  const maySee = useRefusal(listVersionRuns) === undefined;
  const to = versions?.[0]?.version ?? 0;
  const from = Math.max(versions?.at(-1)?.version ?? 0, to - MAX_VERSION_RUNS + 1);
  const query = { from: String(from), to: String(to) };
  const found = useQuery({
    ...endpointQuery(listVersionRuns, { params: { serviceId }, query }),
    enabled: maySee && to > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!maySee) return [];
  return [
    {
      id: 'tests',
      header: 'Tests',
      className: 'whitespace-nowrap',
      cell({ version }) {
        if (found.isError) return 'Not available';
        const run = found.data?.find((one) => one.version === version);
        if (run === undefined) return found.isPending || found.isPlaceholderData ? '…' : 'Not run';
        const { isRunning, passed, failed, runId, startedAt } = run;
        const outcome = failed > 0 ? `${failed} of ${passed + failed} failed` : `${passed} passed`;
        return (
          <AppLink
            href={paths.testRunnerDashboard({ runId })}
            title={`In the run of ${formatDateTime(startedAt)}`}
          >
            {isRunning ? (
              <Badge tone="note">Running</Badge>
            ) : (
              <OutcomeBadge hasFailed={failed > 0}>{outcome}</OutcomeBadge>
            )}
          </AppLink>
        );
      },
    },
  ];
}
