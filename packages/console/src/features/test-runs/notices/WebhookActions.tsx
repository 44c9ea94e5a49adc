import { deleteWebhook, getNotices, type Webhook } from '@atrium/contract/test-runs/notices';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { TryWebhook } from './TryWebhook.tsx';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
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
