import { getNotices, tryWebhook, type Webhook } from '@atrium/contract/test-runs/notices';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';

/** Sends a test message to verify the delivery. */
export function TryWebhook({ webhook: { id, url } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const trying = useChange({
    mutationFn: () => call(tryWebhook, { params: { id } }),
    onSuccess: () => readAgain(client, [getNotices]),
  });
  const refusal = useRefusal(tryWebhook);
  return (
    <>
      <Button
        size="small"
        aria-label={`Send a test to ${url}`}
        isBusy={trying.isPending}
        refusal={refusal}
        onClick={() => trying.mutate()}
      >
        Send a test
      </Button>
      <ErrorDialog title="The test could not be sent" error={trying.error} onClose={trying.reset} />
    </>
  );
}
