import type { KnownDevice } from '@atrium/contract/accounts/devices';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { devicesQuery } from './account.queries.ts';
import { browserOf } from './browser-of.ts';
import { ForgetDevice } from './ForgetDevice.tsx';

export function DevicesCard() {
  const devices = useQuery(devicesQuery());
  return (
    <Card title="Devices" isFlush>
      <p className="px-4 pb-3 text-sm text-ink-soft">
        Browsers that have signed in to your account. We send you an e-mail when a new browser signs in.
      </p>
      <EntityTable
        caption="Devices"
        query={devices}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ hint: 'Every browser that signs in with your account appears here.', action: null }}
      />
    </Card>
  );
}

const columns: TableColumn<KnownDevice>[] = [
  {
    id: 'browser',
    header: 'Browser',
    isRowHeader: true,
    cell: (device) => (
      <>
        {browserOf(device)}
        <span className="block text-xs font-normal text-ink-soft">{device.address}</span>
      </>
    ),
  },
  { id: 'since', header: 'Known since', cell: ({ firstUsedOn }) => formatDateTime(firstUsedOn) },
  { id: 'used', header: 'Last sign-in', cell: ({ lastUsedOn }) => formatDateTime(lastUsedOn) },
  {
    id: 'forget',
    header: 'Forget',
    isHeaderHidden: true,
    align: 'end',
    cell: (device) =>
      device.isCurrent ? <Badge tone="accent">This device</Badge> : <ForgetDevice device={device} />,
  },
];
