import type { EndpointResponse } from '@atrium/contract/endpoint';
import {
  addWebhook,
  deleteWebhook,
  getNotices,
  MAX_WEBHOOKS,
  type Webhook,
} from '@atrium/contract/test-runs/notices';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { Webhook as WebhookIcon } from '../../../ui/icons.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { TryWebhook } from './TryWebhook.tsx';

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

/** Webhooks that receive notices. */
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

/** The secret is shown only once. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Save the secret"
      doneLabel="I have saved it"
      question={{
        title: 'Close without the secret?',
        text: "You won't see it again. If you haven't saved it, delete the webhook and add another.",
        cancelLabel: 'Back to the secret',
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>
          Your program uses this secret to check that a message comes from here. The secret is not shown
          again.
        </p>
        <TextToKeep label="Secret" text={secret} />
        <p className="text-sm text-ink-soft">
          Messages are signed as the Standard Webhooks specification describes: <code>webhook-signature</code>{' '}
          is the HMAC-SHA256 of <code className="wrap-anywhere">webhook-id.webhook-timestamp.body</code>.
        </p>
      </div>
    </ShownOnceDialog>
  );
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, url } = webhook;
  const removal = useRemove(deleteWebhook, {
    question: `Are you sure you want to delete the webhook "${url}"? It receives no more messages.`,
    request: { params: { id } },
    invalidates: [getNotices],
  });
  const mayNotDelete = useRefusal(deleteWebhook);
  return (
    <span className="flex items-center justify-end gap-1">
      <TryWebhook webhook={webhook} />
      <DeleteAction name={`webhook ${url}`} removal={removal} refusal={mayNotDelete} />
    </span>
  );
}
