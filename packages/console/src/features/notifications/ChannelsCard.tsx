import type { Channel } from '@atrium/contract/notifications/channels';
import { CHANNEL_KINDS } from '@atrium/contract/notifications/reasons';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useChange } from '../../api/use-change.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import type { ListQuery } from '../../ui/EntityList.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pencil } from '../../ui/icons.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { type ChannelScope, channelEndpoints } from './scopes.ts';

const TimingDialog = lazyDialog(async () => (await import('./TimingDialog.tsx')).TimingDialog);

interface ChannelsCardProps {
  scope: ChannelScope;
  query: ListQuery<Channel> & { data: Channel[] };
  addButton: ReactNode;
  hasRoom: boolean;
}

const channelColumns: TableColumn<Channel>[] = [
  { id: 'name', header: 'Channel', isRowHeader: true, cell: ({ name }) => name },
  { id: 'kind', header: 'Kind', className: 'whitespace-nowrap', cell: ({ kind }) => CHANNEL_KINDS[kind] },
  {
    id: 'address',
    header: 'Address',
    isLong: true,
    className: 'wrap-anywhere',
    cell: ({ address }) => address,
  },
  { id: 'timing', header: 'Sent', isLong: true, cell: timingText },
  {
    id: 'created',
    header: 'Added',
    cell: ({ createdAt, user }) =>
      createdAt === null ? '' : `${formatDateTime(createdAt)}${user === '' ? '' : `, ${user}`}`,
  },
];

/** `Every day at 08:00, not from 22:00 to 07:00 (Europe/Vienna)`. */
function timingText({
  digest,
  digestAt,
  hasQuietHours,
  quietFrom,
  quietUntil,
  timeZone,
}: Pick<Channel, 'digest' | 'digestAt' | 'hasQuietHours' | 'quietFrom' | 'quietUntil' | 'timeZone'>): string {
  const rhythm =
    digest === 'AT_ONCE' ? 'At once' : digest === 'HOURLY' ? 'Every hour' : `Every day at ${digestAt}`;
  const quiet = hasQuietHours ? `, not from ${quietFrom} to ${quietUntil}` : '';
  return digest === 'DAILY' || hasQuietHours ? `${rhythm}${quiet} (${timeZone})` : rhythm;
}

/** Receivers of notifications. */
export function ChannelsCard({ scope, query, addButton, hasRoom }: ChannelsCardProps) {
  const [edited, setEdited] = useState<Channel | null>(null);
  if (query.data.length === 0) return null;
  return (
    <Card title="Channels" actions={hasRoom ? addButton : undefined} isFlush>
      <EntityTable
        caption="Channels"
        name="channels"
        query={query}
        columns={[
          ...channelColumns,
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: (channel) => (
              <ChannelActions scope={scope} channel={channel} onEdit={() => setEdited(channel)} />
            ),
          },
        ]}
        rowKey={({ id }) => id}
        empty={{ hint: 'Channels appear here.', action: null }}
      />
      {edited && (
        <Suspense fallback={null}>
          <TimingDialog scope={scope} channel={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Card>
  );
}

interface ChannelActionsProps {
  scope: ChannelScope;
  channel: Channel;
  onEdit: () => void;
}

function ChannelActions({ scope, channel: { id, name, kind }, onEdit }: ChannelActionsProps) {
  const endpoints = channelEndpoints[scope];
  const client = useQueryClient();
  const trying = useChange({
    mutationFn: () => call(endpoints.try, { params: { id } }),
    onSuccess: () => readAgain(client, [endpoints.list]),
  });
  const removal = useRemove(endpoints.delete, {
    question: `Are you sure you want to delete the channel "${name}"? It receives no more messages.`,
    request: { params: { id } },
    invalidates: [endpoints.list],
  });
  const refusal = useRefusal(endpoints.save);
  return (
    <span className="flex items-center justify-end gap-1">
      <Button
        size="small"
        aria-label={`Send a test message to ${name}`}
        isBusy={trying.isPending}
        refusal={refusal}
        onClick={() => trying.mutate()}
      >
        Send a test message
      </Button>
      <IconButton
        label={`Change ${name}`}
        icon={<Pencil aria-hidden size={18} />}
        refusal={refusal}
        onClick={onEdit}
      />
      {kind !== 'EMAIL' && <DeleteAction name={`channel ${name}`} removal={removal} refusal={refusal} />}
      <ErrorDialog title="The test could not be sent" error={trying.error} onClose={trying.reset} />
    </span>
  );
}
