import { forgetDevice, type KnownDevice, listDevices } from '@atrium/contract/accounts/devices';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { useQuery } from '@tanstack/react-query';
import { useRemove } from '../../api/use-remove.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';
import { devicesQuery } from './account.queries.ts';

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

/** Forgets a device, after the question. */
function ForgetDevice({ device }: { device: KnownDevice }) {
  const name = device.address === '' ? browserOf(device) : `${browserOf(device)} at ${device.address}`;
  const removal = useRemove(forgetDevice, {
    title: 'Forget this device?',
    question: `Are you sure you want to forget ${name}? It is signed out, and signing in there again sends you an e-mail.`,
    confirmLabel: 'Forget',
    errorTitle: 'The device could not be forgotten',
    request: { params: { id: device.id } },
    invalidates: [listDevices, listSessions],
    onRemoved: () => showToast('That device was forgotten.'),
  });
  return (
    <>
      <Button size="small" aria-label={`Forget ${name}`} onClick={removal.ask}>
        Forget
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}

function browserOf({ browser }: KnownDevice): string {
  return browser === '' ? 'Unknown browser' : browser;
}
