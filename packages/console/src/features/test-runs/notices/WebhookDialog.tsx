import { AddWebhook, addWebhook, getNotices } from '@atrium/contract/test-runs/notices';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface WebhookDialogProps {
  onAdded: (secret: string) => void;
  onClose: () => void;
}

export function WebhookDialog({ onAdded, onClose }: WebhookDialogProps) {
  const form = useEndpointForm(addWebhook, {
    schema: AddWebhook,
    defaults: { url: '' },
    invalidates: [getNotices],
    onDone: ({ secret }) => onAdded(secret),
  });
  return (
    <FormDialog
      form={form}
      title="Add a webhook"
      description="It receives the ID, outcome, counts and address of the run, but no names, messages or contents of tests."
      size="small"
      saveLabel="Add"
      errorTitle="The webhook could not be added"
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        required
        placeholder="https://"
        autoComplete="off"
        {...form.field('url')}
      />
    </FormDialog>
  );
}
