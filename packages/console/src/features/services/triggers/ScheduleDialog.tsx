import { isNotFound } from '@atrium/contract/not-found';
import { previewSchedule } from '@atrium/contract/service-api/functions/background';
import { Declaration } from '@atrium/contract/service-api/functions/declaration';
import { scheduleWords } from '@atrium/contract/service-api/functions/declaration-changes';
import { serviceUri } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import type { EndpointForm } from '../../../api/use-endpoint-form.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Plus, Trash2 } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { useRowRemoval } from '../items/use-row-removal.ts';
import { type EditedMetadata, MetadataDialog } from './MetadataDialog.tsx';
import {
  NEW_SCHEDULE,
  SCHEDULE_LABELS,
  type ScheduleValues,
  scheduleForm,
  toScheduleFields,
  toScheduleValues,
} from './schedule-values.ts';

const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Form for the schedules of a function; without any it starts with an empty one. */
export function ScheduleDialog(props: EditedMetadata) {
  return (
    <MetadataDialog<ScheduleValues>
      {...props}
      size="large"
      title={`Schedules of ${props.name}`}
      description="The function runs at these times as soon as you save."
      schema={scheduleForm}
      toValues={(fields) => {
        const values = toScheduleValues(fields);
        return values.schedules.length > 0 ? values : { ...values, schedules: [NEW_SCHEDULE] };
      }}
      toFields={toScheduleFields}
      describe={({ schedules }) =>
        schedules.length === 0
          ? `Run ${props.name} at no times`
          : `Run ${props.name} ${schedules.map(scheduleWords).join(', and ')}`.slice(0, 500)
      }
      labels={SCHEDULE_LABELS}
    >
      {(form) => <ScheduleRows serviceId={props.serviceId} form={form} />}
    </MetadataDialog>
  );
}

interface ScheduleRowsProps {
  serviceId: string;
  form: EndpointForm<ScheduleValues, ScheduleValues>;
}

function ScheduleRows({ serviceId, form }: ScheduleRowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'schedules' });
  const current = useWatch({ control: form.control, name: 'schedules' });
  const { list, handleRemove } = useRowRemoval(fields.length, remove);
  const zones = useId();
  return (
    <fieldset ref={list} className="grid gap-3">
      <legend className="sr-only">{SCHEDULE_LABELS.schedules}</legend>
      <datalist id={zones}>
        {TIME_ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {fields.map(({ id }, index) => {
        const { cron = '', timeZone = '' } = current[index] ?? {};
        return (
          <div
            key={id}
            role="group"
            aria-label={`Schedule ${index + 1}`}
            className="grid items-start gap-x-3 gap-y-2 rounded-control border border-line p-3 sm:grid-cols-2"
          >
            <TextField
              label="Times"
              hint="Minute, hour, day, month and weekday: 0 7 * * 1-5 is 7:00 on weekdays"
              required
              autoComplete="off"
              spellCheck={false}
              inputClassName="font-mono"
              {...form.field(`schedules.${index}.cron`)}
            />
            <TextField
              label="Time zone"
              hint="Such as Europe/Vienna; times follow its daylight saving"
              required
              autoComplete="off"
              spellCheck={false}
              list={zones}
              {...form.field(`schedules.${index}.timeZone`)}
            />
            <NextTicks serviceId={serviceId} cron={cron.trim()} timeZone={timeZone.trim()} />
            <TextArea
              label="Input"
              hint="JSON that the function gets; empty for none"
              rows={2}
              isCode
              spellCheck={false}
              className="sm:col-span-2"
              {...form.field(`schedules.${index}.input`)}
            />
            <Select
              label="When Atrium did not run at the time"
              options={[
                { value: 'skip', label: 'Skip the run' },
                { value: 'run', label: 'Run once as soon as possible' },
              ]}
              {...form.field(`schedules.${index}.missed`)}
            />
            <div className="flex items-end justify-between gap-2">
              <Checkbox
                label="Run again if the run was interrupted"
                {...form.field(`schedules.${index}.retry`)}
              />
              <IconButton
                label={`Remove schedule ${index + 1}`}
                icon={<Trash2 aria-hidden size={18} />}
                data-remove
                onClick={() => handleRemove(index)}
              />
            </div>
          </div>
        );
      })}
      <Button
        className="justify-self-start"
        data-add
        icon={<Plus aria-hidden size={16} />}
        onClick={() => append(NEW_SCHEDULE)}
      >
        Add schedule
      </Button>
    </fieldset>
  );
}

/** Meaning of a cron expression in words, and its next times as the platform computes them. */
function NextTicks({ serviceId, cron, timeZone }: { serviceId: string; cron: string; timeZone: string }) {
  const typed = `${cron}\n${timeZone}`;
  const isSettled = useSettled(typed, SEARCH_DEBOUNCE_MS) === typed;
  const isTime = Declaration.shape.schedule.safeParse([{ cron, timeZone }]).success;
  const { data, error } = useQuery({
    ...endpointQuery(previewSchedule, { query: { cron, timeZone } }, { base: serviceUri(serviceId) }),
    enabled: isTime && isSettled,
    retry: false,
  });
  if (!isTime || isNotFound(error)) return null;
  return (
    <div role="status" className="min-h-10 text-sm sm:col-span-2">
      {error ? (
        <p className="text-danger">{error.message}</p>
      ) : (
        <>
          <p>Runs {scheduleWords({ cron, timeZone })}.</p>
          {data && (
            <p className="text-ink-soft">
              Next times in {timeZone}:{' '}
              <span className="tabular">
                {data.next.map((next) => formatDateTime(next, timeZone)).join(', ')}
              </span>
            </p>
          )}
        </>
      )}
    </div>
  );
}
