import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { RunTestsLink } from '../RunTestsLink.tsx';
import { countUnskipped } from '../run-counts.ts';
import { recentRunsQuery } from '../run-history.queries.ts';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge } from '../TestStatusBadge.tsx';

interface ChooseRunProps {
  /** The run that is compared, and cannot be compared with itself. */
  runId: string;
  onChoose: (runId: string) => void;
}

/** List of the domain's other runs, newest first. */
export function ChooseRun({ runId, onChoose }: ChooseRunProps) {
  const recent = useInfiniteQuery(recentRunsQuery());
  const others = useMemo(
    () => recent.data?.pages.flat().filter((run) => run.runId !== runId && run.status !== 'RUNNING'),
    [recent.data, runId],
  );
  const columns: TableColumn<TestRunSummary>[] = [
    {
      id: 'date',
      header: 'Date',
      isRowHeader: true,
      cell: ({ startedAt }) => formatDayMonthYearTime(startedAt),
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <TestStatusBadge status={status} /> },
    {
      id: 'failed',
      header: 'Failed',
      align: 'end',
      cell: (run) => `${run.counts.FAIL ?? 0} of ${countUnskipped(run)}`,
    },
    {
      id: 'duration',
      header: 'Total Duration',
      align: 'end',
      cell: ({ duration }) => <TestDuration ms={duration} />,
    },
    {
      id: 'choose',
      header: 'Choose',
      isHeaderHidden: true,
      cell: (run) => (
        <Button
          size="small"
          aria-label={`Compare with the run of ${formatDayMonthYearTime(run.startedAt)}`}
          onClick={() => onChoose(run.runId)}
        >
          Compare
        </Button>
      ),
    },
  ];
  return (
    <>
      <EntityTable
        caption="Runs to compare with"
        name="with.runs"
        query={{ ...recent, data: others }}
        columns={columns}
        rowKey={(run) => run.runId}
        empty={{
          hint: 'There is no other run yet. Run your tests again, and compare the two.',
          action: <RunTestsLink>Run tests again</RunTestsLink>,
        }}
      />
      <ShowMore query={recent}>Show older runs</ShowMore>
    </>
  );
}
