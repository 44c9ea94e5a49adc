import type { EndpointResponse } from '@atrium/contract/endpoint';
import { addWebhook, type getNotices, MAX_WEBHOOKS, type Webhook } from '@atrium/contract/test-runs/notices';
import type { UseQueryResult } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookActions } from './WebhookActions.tsx';

export type NoticesQuery = UseQueryResult<EndpointResponse<typeof getNotices>>;

const WebhookDialog = lazyDialog(async () => (await import('./WebhookDialog.tsx')).WebhookDialog);

const columns: TableColumn<Webhook>[] = [
  {
    id: 'url',
    header: 'Address',
    isRowHeader: true,
    isLong: true,
    className: 'wrap-anywhere',
    cell: ({ url }) => url,
  },
  { id: 'user', header: 'Added by', cell: ({ user }) => user },
  {
    id: 'created',
    header: 'Added',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => formatDayMonthYearTime(createdAt),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (webhook) => <WebhookActions webhook={webhook} />,
  },
];

/** Programs elsewhere that are told. */
export function WebhooksCard({ notices }: { notices: NoticesQuery }) {
  const [step, setStep] = useState<'adding' | { secret: string } | null>(null);
  const refusal = useRefusal(addWebhook);
  const count = notices.data?.webhooks.length ?? 0;
  const addButton = (
    <Button icon={<WebhookIcon aria-hidden size={16} />} refusal={refusal} onClick={() => setStep('adding')}>
      Add a webhook
    </Button>
  );
  return (
    <Card title="Webhooks" actions={count > 0 && count < MAX_WEBHOOKS ? addButton : undefined} isFlush>
      <EntityTable
        caption="Webhooks"
        name="webhooks"
        query={{ ...notices, data: notices.data?.webhooks }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'A webhook sends a signed message to one of your programs when tests first fail and when they pass again.',
          action: addButton,
        }}
      />
      {step === 'adding' && (
        <Suspense fallback={null}>
          <WebhookDialog onAdded={(secret) => setStep({ secret })} onClose={() => setStep(null)} />
        </Suspense>
      )}
      {step !== null && step !== 'adding' && (
        <SecretDialog secret={step.secret} onClose={() => setStep(null)} />
      )}
    </Card>
  );
}
