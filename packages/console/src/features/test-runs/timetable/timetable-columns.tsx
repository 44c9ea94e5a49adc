import type { RunTime } from '@atrium/contract/test-runs/timetable';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { runTimeText } from './run-time-text.ts';

export const timetableColumns: TableColumn<RunTime>[] = [
  { id: 'when', header: 'When', isRowHeader: true, cell: runTimeText },
  {
    id: 'tests',
    header: 'Tests',
    cell: ({ serviceIds, retries }) => {
      const which = serviceIds.length === 0 ? 'All' : serviceIds.join(', ');
      return retries === 0 ? which : `${which}; up to ${retries === 1 ? '1 retry' : `${retries} retries`}`;
    },
  },
  { id: 'user', header: 'Run As', cell: ({ user }) => user },
  {
    id: 'next',
    header: 'Next',
    className: 'whitespace-nowrap',
    cell: ({ nextAt }) => (nextAt === null ? <Badge>Paused</Badge> : formatDayMonthYearTime(nextAt)),
  },
  { id: 'last', header: 'Last', isLong: true, cell: ({ last }) => <LastTime last={last} /> },
];

function LastTime({ last }: Pick<RunTime, 'last'>) {
  if (last === null) return <span className="text-ink-soft">Not yet</span>;
  const at = formatDayMonthYearTime(last.at);
  if (last.runId === null)
    return (
      <span>
        {at}: {last.note}
      </span>
    );
  return (
    <AppLink className="link" href={paths.testRunnerDashboard({ runId: last.runId })}>
      {at}
    </AppLink>
  );
}
