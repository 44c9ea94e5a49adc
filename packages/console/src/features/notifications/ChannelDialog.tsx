import { AddChannel } from '@atrium/contract/notifications/channels';
import { CHANNEL_KINDS } from '@atrium/contract/notifications/reasons';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type ChannelScope, channelEndpoints } from './scopes.ts';

const kinds = Object.entries(CHANNEL_KINDS).flatMap(([value, label]) =>
  value === 'EMAIL' ? [] : [{ value, label }],
);

interface ChannelDialogProps {
  scope: ChannelScope;
  /** The secret of a webhook; null of others. */
  onAdded: (secret: string | null) => void;
  onClose: () => void;
}

export function ChannelDialog({ scope, onAdded, onClose }: ChannelDialogProps) {
  const { add, list } = channelEndpoints[scope];
  const form = useEndpointForm(add, {
    schema: AddChannel,
    defaults: { kind: 'WEBHOOK', name: '', address: '' },
    invalidates: [list],
    onDone: ({ secret }) => onAdded(secret),
  });
  return (
    <FormDialog
      form={form}
      title="Add a channel"
      description="Messages contain facts and links, but no messages or contents of tests, functions and calls. The address of a chat is stored encrypted and not shown again."
      saveLabel="Add"
      errorTitle="The channel could not be added"
      onClose={onClose}
    >
      <Select label="Kind" options={kinds} {...form.field('kind')} />
      <TextField label="Name" required placeholder="#alerts" autoComplete="off" {...form.field('name')} />
      <TextField
        label="Address"
        type="url"
        required
        placeholder="https://"
        autoComplete="off"
        hint="Of a chat: the address of its incoming webhook"
        {...form.field('address')}
      />
    </FormDialog>
  );
}
