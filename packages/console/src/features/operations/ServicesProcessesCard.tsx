import type { ServicesProcess } from '@atrium/contract/operations/platform';
import { formatDateTime } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import type { PlatformQuery } from './platform.queries.ts';

const TITLE = 'Processes of the services';

export function ServicesProcessesCard({ query }: { query: PlatformQuery }) {
  return (
    <Card title={TITLE} isFlush>
      <EntityTable
        caption={TITLE}
        name="processes"
        query={{ ...query, data: query.data?.servicesProcesses }}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={1}
        empty={{
          hint: 'No process has reported that it is running. Start one with the role services. Next to web, services are for their own process only, unless the database is on the same machine.',
          action: null,
        }}
      />
    </Card>
  );
}

const columns: TableColumn<ServicesProcess>[] = [
  {
    id: 'address',
    header: 'Address',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ address }) => address,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isAlive }) => (isAlive ? <Badge tone="ok">Running</Badge> : <Badge tone="danger">Gone</Badge>),
  },
  {
    id: 'seen',
    header: 'Last seen',
    className: 'whitespace-nowrap',
    cell: ({ seenOn }) => formatDateTime(seenOn),
  },
];
