import {
  listRunTimes,
  type RunRhythm,
  type RunTime,
  SaveRunTime,
  saveRunTime,
} from '@atrium/contract/test-runs/timetable';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { retryOptions } from '../retry-options.ts';
import { servicesQuery } from '../test-runs.queries.ts';

const rhythms: { value: RunRhythm; label: string }[] = [
  { value: 'DAILY', label: 'Every day' },
  { value: 'WEEKDAYS', label: 'Monday to Friday' },
  { value: 'HOURLY', label: 'Every hour' },
];

interface RunTimeDialogProps {
  /** The time to change; a new one when left out. */
  time?: RunTime | undefined;
  onClose: () => void;
}

/** When tests run by themselves, and which. */
export function RunTimeDialog({ time, onClose }: RunTimeDialogProps) {
  const form = useEndpointForm(saveRunTime, {
    schema: SaveRunTime,
    defaults: {
      id: time?.id,
      rhythm: time?.rhythm ?? 'DAILY',
      at: time?.at ?? '02:30',
      serviceIds: time?.serviceIds ?? [],
      retries: String(time?.retries ?? 0),
      isPaused: time?.isPaused ?? false,
    },
    invalidates: [listRunTimes],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={time === undefined ? 'Add a time' : 'Change the time'}
      description="The tests run as you, in the background. A time at which tests are already running is skipped."
      errorTitle="The time could not be saved"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="How often" options={rhythms} {...form.field('rhythm')} />
        <TextField
          label="At (UTC)"
          type="time"
          required
          hint="Every hour: only the minutes count"
          {...form.field('at')}
        />
      </div>
      <Select label="Retries of a failed test" options={retryOptions} {...form.field('retries')} />
      <ServiceChoice chosen={time?.serviceIds ?? []} {...form.field('serviceIds')} />
      <PausedBox {...form.field('isPaused')} />
    </FormDialog>
  );
}

function PausedBox({ error: _, ...field }: { error: string | undefined }) {
  return <Checkbox label="Paused" {...field} />;
}

interface ServiceChoiceProps extends Omit<ComponentProps<typeof CheckboxGroup>, 'legend' | 'options'> {
  /** Ids that were chosen before. */
  chosen: readonly string[];
}

/** Selects the services whose tests run. */
function ServiceChoice({ chosen, ...field }: ServiceChoiceProps) {
  const services = useQuery(servicesQuery());
  return (
    <QueryPanel query={services} skeleton={<Skeleton lines={3} label="Loading services" />}>
      {({ services: all }) => (
        <CheckboxGroup
          legend="Services whose tests run (all if none is selected)"
          options={[
            ...all.map(({ id, name }) => ({ value: id, label: name })),
            // Without a box of its own it could not be left out, and the time not be saved.
            ...chosen
              .filter((id) => !all.some((service) => service.id === id))
              .map((id) => ({ value: id, label: `${id} (no longer registered)` })),
          ]}
          {...field}
        />
      )}
    </QueryPanel>
  );
}
