import { deleteWebhook, getNotices, tryWebhook, type Webhook } from '@atrium/contract/test-runs/notices';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { Button } from '../../../ui/Button.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';

export function WebhookActions({ webhook: { id, url } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const trying = useChange({
    mutationFn: () => call(tryWebhook, { params: { id } }),
    onSuccess: () => readAgain(client, [getNotices]),
  });
  const removal = useRemove(deleteWebhook, {
    question: `Are you sure you want to delete the webhook "${url}"? It is told nothing any more.`,
    request: { params: { id } },
    invalidates: [getNotices],
  });
  const mayNotTry = useRefusal(tryWebhook);
  const mayNotDelete = useRefusal(deleteWebhook);
  return (
    <span className="flex items-center justify-end gap-1">
      <Button
        size="small"
        aria-label={`Send a test to ${url}`}
        isBusy={trying.isPending}
        refusal={mayNotTry}
        onClick={() => trying.mutate()}
      >
        Send a test
      </Button>
      <DeleteAction name={`webhook ${url}`} removal={removal} refusal={mayNotDelete} />
      <ErrorDialog title="The test could not be sent" error={trying.error} onClose={trying.reset} />
    </span>
  );
}
