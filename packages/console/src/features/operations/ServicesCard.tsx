import type { ReachedService } from '@atrium/contract/operations/platform';
import { formatDateTime } from '../../lib/format-date.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import type { PlatformQuery } from './platform.queries.ts';

export function ServicesCard({ query }: { query: PlatformQuery }) {
  return (
    <Card title="Services" isFlush>
      <EntityTable
        caption="Services"
        name="services"
        query={{ ...query, data: query.data?.services }}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={2}
        empty={{ hint: 'The platform’s own services are listed once they have started.', action: null }}
      />
    </Card>
  );
}

const TONES = { UP: 'ok', DEGRADED: 'warn', DOWN: 'danger', 'N/A': 'neutral' } as const satisfies Record<
  NonNullable<ReachedService['health']>,
  BadgeTone
>;

const columns: TableColumn<ReachedService>[] = [
  { id: 'name', header: 'Service', isRowHeader: true, cell: ({ name }) => name },
  {
    id: 'address',
    header: 'Address',
    isLong: true,
    className: 'wrap-anywhere',
    cell: ({ address }) => address ?? 'Being started',
  },
  {
    id: 'health',
    header: 'Health',
    cell: ({ health }) =>
      health === null ? 'Not checked yet' : <Badge tone={TONES[health]}>{health}</Badge>,
  },
  {
    id: 'checked',
    header: 'Last check',
    className: 'whitespace-nowrap',
    cell: ({ checkedOn }) => checkedOn && formatDateTime(checkedOn),
  },
];
