import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { Declaration } from '@atrium/contract/service-api/functions/declaration';
import { z } from 'zod';
import { isInput } from '../functions/call-input.ts';
import { textOf } from '../items/field-texts.ts';
import type { Fields } from '../items/meta-item.ts';

export type ScheduleValues = {
  schedules: {
    /** Position in the metadata; empty for a new one. */
    was: string;
    cron: string;
    timeZone: string;
    /** JSON; empty for none. */
    input: string;
    missed: string;
    retry: boolean;
  }[];
  message: string;
};

export const SCHEDULE_LABELS = { schedules: 'Schedules' };

export const NEW_SCHEDULE: ScheduleValues['schedules'][number] = {
  was: '',
  cron: '',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  input: '',
  missed: 'skip',
  retry: false,
};

function schedulesOf({ schedule }: Fields): PlainValue[] {
  return Array.isArray(schedule) ? schedule : [];
}

export function toScheduleValues(fields: Fields): ScheduleValues {
  const schedules = schedulesOf(fields).map((declared, position) => {
    const { cron, timeZone, input, missed, retry } = isPlainObject(declared) ? declared : {};
    return {
      was: String(position),
      cron: textOf(cron),
      timeZone: textOf(timeZone, 'UTC'),
      input: input === undefined ? '' : JSON.stringify(input, null, 2),
      missed: textOf(missed, 'skip'),
      retry: retry === true,
    };
  });
  return { schedules, message: '' };
}

/** Keeps the other fields of the file, and fields of a schedule that the form lacks; adds none with default values. */
export function toScheduleFields({ schedules }: ScheduleValues, before: Fields): Fields {
  const former = schedulesOf(before);
  const schedule = schedules.map(({ was, cron, timeZone, input, missed, retry }) => {
    const declared = was === '' ? undefined : former[Number(was)];
    const { input: _, ...kept } = isPlainObject(declared) ? declared : {};
    return {
      ...kept,
      cron: cron.trim(),
      ...((timeZone.trim() !== 'UTC' || 'timeZone' in kept) && { timeZone: timeZone.trim() }),
      ...(input.trim() !== '' && { input: JSON.parse(input) as PlainValue }),
      ...((missed !== 'skip' || 'missed' in kept) && { missed }),
      ...((retry || 'retry' in kept) && { retry }),
    };
  });
  const { schedule: _, ...others } = before;
  return schedule.length === 0 ? others : { ...before, schedule };
}

/** Reports refusals of the platform at their fields. */
export const scheduleForm = z
  .object({
    schedules: z.array(
      z.object({
        was: z.string(),
        cron: z.string(),
        timeZone: z.string(),
        input: z.string().refine(isInput, 'It must be JSON, such as {"days": 7}.'),
        missed: z.string(),
        retry: z.boolean(),
      }),
    ),
    message: z.string().max(2000),
  })
  .superRefine(({ schedules, message }, context) => {
    const withoutInput = schedules.map((one) => ({ ...one, was: '', input: '' }));
    const { schedule = [] } = toScheduleFields({ schedules: withoutInput, message }, {});
    for (const issue of Declaration.shape.schedule.safeParse(schedule).error?.issues ?? []) {
      const [position = Math.max(0, schedules.length - 1), field = 'cron'] = issue.path;
      context.addIssue({
        code: 'custom',
        path: ['schedules', position, field],
        message: issue.path.length === 0 ? `The list ${issue.message}.` : `It ${issue.message}.`,
      });
    }
  });
