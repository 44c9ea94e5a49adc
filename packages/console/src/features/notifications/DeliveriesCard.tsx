import type { Channel, Delivery, DeliverySubject } from '@atrium/contract/notifications/channels';
import { reasonOf } from '@atrium/contract/notifications/reasons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useChange } from '../../api/use-change.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { formatQuantity } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import type { ListQuery } from '../../ui/EntityList.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { type ChannelScope, channelEndpoints } from './scopes.ts';

const SHOWN = 20;

const states: Record<Delivery['status'], { tone: BadgeTone; text: string }> = {
  WAITING: { tone: 'warn', text: 'Waiting' },
  DELIVERED: { tone: 'ok', text: 'Delivered' },
  FAILED: { tone: 'danger', text: 'Failed' },
};

interface ShownDelivery extends Delivery {
  channelId: string;
  channel: string;
}

interface DeliveriesCardProps {
  scope: ChannelScope;
  query: ListQuery<Channel> & { data: Channel[] };
}

/** Results of the last deliveries, newest first. */
export function DeliveriesCard({ scope, query }: DeliveriesCardProps) {
  const channels = query.data;
  const shown = useMemo(
    () =>
      channels
        .flatMap(({ id, name, deliveries }) =>
          deliveries.map((delivery) => ({ ...delivery, channelId: id, channel: name })),
        )
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
        .slice(0, SHOWN),
    [channels],
  );
  if (channels.length === 0) return null;
  return (
    <Card title="Last deliveries" isFlush>
      <EntityTable
        caption="Last deliveries"
        name="deliveries"
        query={{ ...query, data: shown }}
        columns={[
          ...columns,
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: (delivery) => <SendAgain scope={scope} delivery={delivery} />,
          },
        ]}
        rowKey={({ id }) => id}
        empty={{
          title: 'No deliveries yet',
          hint: 'Every message appears here. Send a test message to see whether it arrives.',
          action: null,
        }}
      />
    </Card>
  );
}

function subjectText(subject: DeliverySubject): string {
  if (subject === 'test') return 'Test';
  return subject === 'digest' ? 'Several notifications' : reasonOf(subject).label;
}

const columns: TableColumn<ShownDelivery>[] = [
  {
    id: 'created',
    header: 'Date',
    isRowHeader: true,
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    id: 'subject',
    header: 'About',
    cell: ({ subject, runId }) =>
      runId === null ? (
        subjectText(subject)
      ) : (
        <AppLink className="link" href={paths.testRunnerDashboard({ runId })}>
          {subjectText(subject)}
        </AppLink>
      ),
  },
  { id: 'channel', header: 'To', cell: ({ channel }) => channel },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].text}</Badge>,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    isLong: true,
    cell: ({ tries, statusCode, error }) => {
      if (tries === 0) return '';
      const answered = statusCode === null ? '' : `The receiver answered with status ${statusCode}.`;
      const outcome = error ?? answered;
      return tries === 1 ? outcome : `${outcome} ${formatQuantity(tries, 'try', 'tries')}.`.trim();
    },
  },
];

function SendAgain({ scope, delivery }: { scope: ChannelScope; delivery: ShownDelivery }) {
  const { list, sendAgain } = channelEndpoints[scope];
  const client = useQueryClient();
  const { id: deliveryId, channelId: id, channel, subject, status } = delivery;
  const sending = useChange({
    mutationFn: () => call(sendAgain, { params: { id, deliveryId } }),
    onSuccess: () => readAgain(client, [list]),
  });
  const refusal = useRefusal(sendAgain);
  if (status === 'WAITING' || subject === 'test') return null;
  return (
    <>
      <Button
        size="small"
        aria-label={`Send "${subjectText(subject)}" to ${channel} again`}
        isBusy={sending.isPending}
        refusal={refusal}
        onClick={() => sending.mutate()}
      >
        Send again
      </Button>
      <ErrorDialog title="The message could not be sent" error={sending.error} onClose={sending.reset} />
    </>
  );
}
