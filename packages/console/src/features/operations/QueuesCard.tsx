import { formatMilliseconds } from '@atrium/contract/format-scale';
import type { Queue } from '@atrium/contract/operations/platform';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import type { PlatformQuery } from './platform.queries.ts';

export function QueuesCard({ query }: { query: PlatformQuery }) {
  return (
    <Card title="Queues" isFlush>
      <EntityTable
        caption="Queues"
        name="queues"
        query={{ ...query, data: query.data?.queues }}
        columns={columns}
        rowKey={({ name }) => name}
        expectedRows={20}
        empty={{ hint: 'A process with the role jobs makes them when it starts.', action: null }}
      />
    </Card>
  );
}

const columns: TableColumn<Queue>[] = [
  {
    id: 'name',
    header: 'Queue',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    align: 'end',
    cell: ({ waiting }) => count(waiting),
    sortBy: ({ waiting }) => waiting,
  },
  {
    id: 'oldest',
    header: 'Oldest due for',
    align: 'end',
    cell: ({ oldestSeconds }) =>
      oldestSeconds === 0 ? '' : formatMilliseconds(Math.round(oldestSeconds) * 1000),
    sortBy: ({ oldestSeconds }) => oldestSeconds,
  },
  {
    id: 'active',
    header: 'Running',
    align: 'end',
    cell: ({ active }) => count(active),
    sortBy: ({ active }) => active,
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'end',
    cell: ({ failed }) => (failed === 0 ? 0 : <Badge tone="danger">{count(failed)}</Badge>),
    sortBy: ({ failed }) => failed,
  },
  {
    id: 'timetable',
    header: 'Timetable (UTC)',
    className: 'whitespace-nowrap',
    cell: ({ timetable }) => timetable !== null && <code className="font-mono text-xs">{timetable}</code>,
  },
];

const count = (value: number): string => value.toLocaleString('en-US');
