import type { NoticeKind, WebhookDelivery } from '@atrium/contract/test-runs/notices';
import { useMemo } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { TryWebhook } from './TryWebhook.tsx';
import type { NoticesQuery } from './WebhooksCard.tsx';

const SHOWN = 20;

const kinds: Record<NoticeKind, string> = {
  'first-failure': 'First failure',
  recovery: 'Recovery',
  test: 'Test',
};

const states: Record<WebhookDelivery['status'], { tone: BadgeTone; text: string }> = {
  WAITING: { tone: 'warn', text: 'Waiting' },
  DELIVERED: { tone: 'ok', text: 'Delivered' },
  FAILED: { tone: 'danger', text: 'Failed' },
};

type ShownDelivery = WebhookDelivery & { url: string };

/** Results of the last webhook deliveries, newest first. */
export function DeliveriesCard({ notices }: { notices: NoticesQuery }) {
  const webhooks = notices.data?.webhooks;
  const shown = useMemo(
    () =>
      webhooks
        ?.flatMap(({ url, deliveries }) => deliveries.map((delivery) => ({ ...delivery, url })))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
        .slice(0, SHOWN),
    [webhooks],
  );
  const [first] = webhooks ?? [];
  if (first === undefined) return null;
  return (
    <Card title="Last deliveries" isFlush>
      <EntityTable
        caption="Last deliveries"
        name="deliveries"
        query={{ ...notices, data: shown }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Every message to a webhook appears here. Send a test to see whether it arrives.',
          action: <TryWebhook webhook={first} />,
        }}
      />
    </Card>
  );
}

const columns: TableColumn<ShownDelivery>[] = [
  {
    id: 'created',
    header: 'Date',
    isRowHeader: true,
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => formatDayMonthYearTime(createdAt),
  },
  {
    id: 'kind',
    header: 'About',
    cell: ({ kind, runId }) =>
      runId === null ? (
        kinds[kind]
      ) : (
        <AppLink className="link" href={paths.testRunnerDashboard({ runId })}>
          {kinds[kind]}
        </AppLink>
      ),
  },
  { id: 'url', header: 'To', isLong: true, className: 'wrap-anywhere', cell: ({ url }) => url },
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
      const outcome = error ?? `The receiver answered with status ${statusCode}.`;
      return tries === 1 ? outcome : `${outcome} ${formatQuantity(tries, 'try', 'tries')}.`;
    },
  },
];
