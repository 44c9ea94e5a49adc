import type { PastResult } from '@atrium/contract/test-runs/test';
import { useQuery } from '@tanstack/react-query';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge } from '../TestStatusBadge.tsx';
import { pastResultsQuery } from '../test-runs.queries.ts';
import { useRunPath } from '../use-run-path.ts';

interface PastResultsProps {
  testId: string;
  /** The run that is shown: its row is marked. */
  runId: string;
}

/** Results of a test in the last runs, newest first. */
export function PastResults({ testId, runId }: PastResultsProps) {
  const runPath = useRunPath();
  const past = useQuery(pastResultsQuery(testId));
  return (
    <section>
      <h3 className="mb-1 font-semibold">Past results</h3>
      <EntityTable
        caption="Past results"
        query={past}
        columns={columnsFor((shownId) => runPath({ runId: shownId, test: testId }))}
        rowKey={(result) => result.runId}
        isRowSelected={(result) => result.runId === runId}
        empty={{ hint: 'Every later run of this test appears here.', action: null }}
      />
    </section>
  );
}

function columnsFor(pathOf: (runId: string) => string): TableColumn<PastResult>[] {
  return [
    {
      id: 'startedAt',
      header: 'Date',
      isRowHeader: true,
      className: 'whitespace-nowrap',
      cell: (result) => (
        <AppLink className="link" href={pathOf(result.runId)}>
          {formatDayMonthYearTime(result.startedAt) || 'Not started'}
        </AppLink>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status, tryNumber }) => <TestStatusBadge status={status} tryNumber={tryNumber} />,
    },
    {
      id: 'duration',
      header: 'Duration',
      align: 'end',
      cell: ({ duration }) => (duration === null ? '' : <TestDuration ms={duration} />),
    },
    { id: 'version', header: 'Version', align: 'end', cell: ({ version }) => version ?? '' },
    {
      id: 'message',
      header: 'Failure',
      isLong: true,
      className: 'min-w-60 break-words',
      cell: ({ message }) => message ?? '',
    },
  ];
}
