import type { FailedJob } from '@atrium/contract/operations/platform';
import { useQuery } from '@tanstack/react-query';
import { Help } from '../../layout/Help.tsx';
import { formatDateTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { useStandingError } from '../../ui/use-standing-error.ts';
import { BackupsCard } from './BackupsCard.tsx';
import { DatabaseCard } from './DatabaseCard.tsx';
import { type PlatformQuery, platformQuery } from './platform.queries.ts';
import { QueuesCard } from './QueuesCard.tsx';
import { ServicesCard } from './ServicesCard.tsx';

function FailedJobsCard({ query }: { query: PlatformQuery }) {
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
          title: 'No job has failed',
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

/** Versions and resources of the console and its services, for operators. */
export function PlatformPage() {
  const platform = useQuery(platformQuery());
  const error = useStandingError(platform);
  // One error for all parts, shown above them.
  const parts = { query: { ...platform, error: null, errorUpdateCount: 0 } as typeof platform };
  return (
    <>
      <PageHeader title="Platform" description={<Help topic="platform" />} />
      {error !== null && (
        <ErrorAlert
          error={error}
          onRetry={() => void platform.refetch()}
          isRetrying={platform.isFetching}
          className="mb-4"
        />
      )}
      {(error === null || platform.data !== undefined) && (
        <div className="grid grid-cols-1 gap-4">
          <DatabaseCard {...parts} />
          <BackupsCard {...parts} />
          <ServicesCard {...parts} />
          <QueuesCard {...parts} />
          <FailedJobsCard {...parts} />
        </div>
      )}
    </>
  );
}
