import type { PastResult } from '@atrium/contract/test-runs/test';
import { useQuery } from '@tanstack/react-query';
import { formatDayMonthYearTime, formatDuration } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { TestStatusBadge } from './TestStatusBadge.tsx';
import { pastResultsQuery } from './test-runs.queries.ts';

interface PastResultsProps {
  testId: string;
  /** The run that is shown: its row is marked. */
  runId: string;
}

/** How a test went in the last runs, newest first. */
export function PastResults({ testId, runId }: PastResultsProps) {
  const past = useQuery(pastResultsQuery(testId));
  return (
    <section>
      <h3 className="mb-1 font-semibold">Past results</h3>
      {past.isError && <ErrorAlert error={past.error} onRetry={() => void past.refetch()} />}
      {past.isPending && <Skeleton lines={3} />}
      {past.data && (
        <Table
          caption="Past results"
          columns={columnsFor(testId)}
          rows={past.data}
          rowKey={(result) => result.runId}
          isRowSelected={(result) => result.runId === runId}
        />
      )}
    </section>
  );
}

function columnsFor(testId: string): TableColumn<PastResult>[] {
  return [
    {
      id: 'startedAt',
      header: 'Date',
      isRowHeader: true,
      className: 'whitespace-nowrap',
      cell: (result) => (
        <AppLink className="link" href={paths.testRunnerDashboard({ runId: result.runId, test: testId })}>
          {formatDayMonthYearTime(result.startedAt) || 'Not started'}
        </AppLink>
      ),
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <TestStatusBadge status={status} /> },
    {
      id: 'duration',
      header: 'Duration',
      align: 'end',
      cell: ({ duration }) => (duration === null ? '' : formatDuration(duration)),
    },
    { id: 'version', header: 'Version', align: 'end', cell: ({ version }) => version ?? '' },
    {
      id: 'message',
      header: 'Failure',
      className: 'min-w-56 break-words',
      cell: ({ message }) => message ?? '',
    },
  ];
}
