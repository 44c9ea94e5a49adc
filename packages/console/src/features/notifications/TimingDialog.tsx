import { type Channel, type DigestRhythm, SaveChannel } from '@atrium/contract/notifications/channels';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type ChannelScope, channelEndpoints } from './scopes.ts';

const rhythms: { value: DigestRhythm; label: string }[] = [
  { value: 'AT_ONCE', label: 'At once, one message each' },
  { value: 'HOURLY', label: 'Every hour, together' },
  { value: 'DAILY', label: 'Every day, together' },
];

interface TimingDialogProps {
  scope: ChannelScope;
  channel: Channel;
  onClose: () => void;
}

/** Name, digest and quiet hours of a channel. */
export function TimingDialog({ scope, channel, onClose }: TimingDialogProps) {
  const { save, list } = channelEndpoints[scope];
  // Nothing depends on the zone yet: then it is that of the browser.
  const isUnset = channel.digest !== 'DAILY' && !channel.hasQuietHours;
  const form = useEndpointForm(save, {
    schema: SaveChannel,
    params: { id: channel.id },
    defaults: {
      name: channel.name,
      digest: channel.digest,
      digestAt: channel.digestAt,
      hasQuietHours: channel.hasQuietHours,
      quietFrom: channel.quietFrom,
      quietUntil: channel.quietUntil,
      timeZone: isUnset ? Intl.DateTimeFormat().resolvedOptions().timeZone : channel.timeZone,
    },
    invalidates: [list],
    onDone: onClose,
  });
  const { error: _, ...hasQuietHours } = form.field('hasQuietHours');
  return (
    <FormDialog
      form={form}
      title={`Change ${channel.name}`}
      description="Notifications of quiet hours are sent together at their end."
      errorTitle="The channel could not be saved"
      onClose={onClose}
    >
      <TextField label="Name" required {...form.field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Send" options={rhythms} {...form.field('digest')} />
        <TextField
          label="Time of day"
          type="time"
          required
          hint="Of messages that are sent every day"
          {...form.field('digestAt')}
        />
      </div>
      <Checkbox label="Quiet hours" {...hasQuietHours} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="From" type="time" required {...form.field('quietFrom')} />
        <TextField label="Until" type="time" required {...form.field('quietUntil')} />
      </div>
      <TextField label="Time zone" required placeholder="Europe/Vienna" {...form.field('timeZone')} />
    </FormDialog>
  );
}
