import type { FailedJob } from '@atrium/contract/operations/platform';
import { formatDateTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import type { PlatformQuery } from './platform.queries.ts';

export function FailedJobsCard({ query }: { query: PlatformQuery }) {
  return (
    <Card title="Failed jobs" isFlush>
      <EntityTable
        caption="Failed jobs"
        name="failed"
        query={{ ...query, data: query.data?.failedJobs }}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={1}
        empty={{
          text: 'No job has failed',
          hint: 'Jobs that still failed after the last retry are listed here for some days.',
          action: null,
        }}
      />
    </Card>
  );
}

const columns: TableColumn<FailedJob>[] = [
  {
    id: 'ended',
    header: 'Ended',
    className: 'whitespace-nowrap',
    cell: ({ endedOn }) => formatDateTime(endedOn),
  },
  { id: 'queue', header: 'Queue', isRowHeader: true, className: 'wrap-anywhere', cell: ({ queue }) => queue },
  {
    id: 'message',
    header: 'Message',
    isLong: true,
    className: 'wrap-anywhere',
    cell: ({ message }) => message,
  },
];
