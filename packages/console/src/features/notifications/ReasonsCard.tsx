import type { Channel } from '@atrium/contract/notifications/channels';
import { REASON_NAMES, type ReasonName, reasonOf } from '@atrium/contract/notifications/reasons';
import { missingPermissionOnScreen } from '@atrium/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { controlClass } from '../../ui/control-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { type ChannelScope, channelEndpoints } from './scopes.ts';

interface ReasonsCardProps {
  scope: ChannelScope;
  channels: readonly Channel[];
  addButton: ReactNode;
}

/** Reasons × channels. */
export function ReasonsCard({ scope, channels, addButton }: ReasonsCardProps) {
  const refusal = useRefusal(channelEndpoints[scope].setReason);
  const columns = useMemo(
    (): TableColumn<ReasonName>[] => [
      {
        id: 'reason',
        header: 'Reason',
        isRowHeader: true,
        isLong: true,
        cell: (name) => (
          <span className="block max-w-prose">
            {reasonOf(name).label}
            <span className="block text-sm font-normal text-ink-soft">{reasonOf(name).hint}</span>
          </span>
        ),
      },
      ...channels.map((channel) => ({
        id: channel.id,
        header: channel.name,
        className: 'align-top',
        cell: (name: ReasonName) => <ReasonBox scope={scope} channel={channel} name={name} />,
      })),
    ],
    [scope, channels],
  );
  return (
    <Card
      title="Reasons"
      description={
        refusal?.title ??
        'Each message names the last submission before the event. Test runs of selected tests, canceled runs and failures in quarantine are not told.'
      }
      isFlush
    >
      {channels.length === 0 ? (
        <EmptyState
          title="No channels yet"
          hint="A channel is a signed webhook, or a chat in Slack, Microsoft Teams or Discord. Add one, then choose what it is told."
          action={addButton}
        />
      ) : (
        <Table caption="Reasons" columns={columns} rows={REASON_NAMES} rowKey={(name) => name} />
      )}
    </Card>
  );
}

interface Choice {
  isOn: boolean;
  threshold: number | null;
}

interface ReasonBoxProps {
  scope: ChannelScope;
  channel: Channel;
  name: ReasonName;
}

/** Chooses whether a channel is told of a reason, and from which threshold. */
function ReasonBox({ scope, channel, name }: ReasonBoxProps) {
  const client = useQueryClient();
  const auth = useAuth();
  // Set with the click itself: a checkbox must not fall back until the save has begun.
  const [wanted, setWanted] = useState<Choice>();
  const { list, setReason } = channelEndpoints[scope];
  const refusal = useRefusal(setReason);
  const { label, permission, threshold } = reasonOf(name);
  const missing = permission === 'none' || mayDo(auth, permission) ? undefined : permission;
  const rule = channel.reasons.find(({ reason }) => reason === name);
  const saving = useChange({
    // Serialized, so that a second click during a save isn't dropped.
    scope: { id: `${channel.id} ${name}` },
    mutationFn: (body: Choice) => call(setReason, { params: { id: channel.id, reason: name }, body }),
    onSuccess: () => readAgain(client, [list]),
    onSettled: (_data, _error, body) => setWanted((latest) => (latest === body ? undefined : latest)),
  });
  function save(choice: Choice) {
    setWanted(choice);
    saving.mutate(choice);
  }
  const saved: Choice = { isOn: rule !== undefined, threshold: rule?.threshold ?? null };
  const { isOn, threshold: chosen } = wanted ?? saved;
  return (
    <>
      <Checkbox
        label={`${label}: ${channel.name}`}
        isLabelHidden
        checked={isOn}
        disabled={refusal !== undefined || (missing !== undefined && !isOn)}
        title={missing && missingPermissionOnScreen(missing)}
        onChange={({ target }) => save({ isOn: target.checked, threshold: chosen })}
      />
      {isOn && threshold && (
        <ThresholdField
          key={chosen}
          label={`${threshold.label} (${threshold.unit}), ${label}: ${channel.name}`}
          unit={threshold.unit}
          value={chosen ?? threshold.default}
          isDisabled={refusal !== undefined || missing !== undefined}
          range={threshold}
          onChange={(value) => save({ isOn: true, threshold: value })}
        />
      )}
      <ErrorDialog title="The choice could not be saved" error={saving.error} onClose={saving.reset} />
    </>
  );
}

interface ThresholdFieldProps {
  label: string;
  unit: string;
  value: number;
  isDisabled: boolean;
  range: { min: number; max: number };
  onChange: (value: number) => void;
}

/** Saved when it is left, or by Enter. */
function ThresholdField({ label, unit, value, isDisabled, range, onChange }: ThresholdFieldProps) {
  const [text, setText] = useState(String(value));
  const number = Number(text);
  const isValid = text.trim() !== '' && number >= range.min && number <= range.max;
  const save = () => {
    if (isValid && number !== value) onChange(number);
  };
  return (
    <label className="mt-1 flex items-center gap-1.5 text-sm text-ink-soft">
      <span className="sr-only">{label}</span>
      <input
        type="number"
        inputMode="decimal"
        min={range.min}
        max={range.max}
        value={text}
        disabled={isDisabled}
        aria-invalid={!isValid}
        className={`${controlClass} min-h-9 w-24`}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      {unit}
      {!isValid && (
        <span className="text-danger">
          {range.min} to {range.max}
        </span>
      )}
    </label>
  );
}
