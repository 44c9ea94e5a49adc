import { Declaration } from '@atrium/contract/service-api/functions/declaration';
import { z } from 'zod';
import { linesOf, textsOf } from '../items/field-texts.ts';
import type { Fields } from '../items/meta-item.ts';

export type EventValues = {
  /** Offered events that are chosen. */
  chosen: string[];
  /** Other events, one in a line. */
  own: string;
  message: string;
};

export const EVENT_LABELS = { chosen: 'Events', own: 'Other events' };

/** Events by which a function is started. */
export const eventsOf = (fields: Fields | undefined): string[] => textsOf(fields?.['on']);

export function toEventValues(fields: Fields, offered: ReadonlySet<string>): EventValues {
  const declared = eventsOf(fields);
  return {
    chosen: declared.filter((event) => offered.has(event)),
    own: declared.filter((event) => !offered.has(event)).join('\n'),
    message: '',
  };
}

/** Keeps the order of the events that stay. */
export function toEventFields({ chosen, own }: EventValues, before: Fields): Fields {
  const wanted = new Set([...chosen, ...linesOf(own)]);
  const kept = eventsOf(before).filter((event) => wanted.has(event));
  const on = [...new Set([...kept, ...wanted])];
  const { on: _, ...others } = before;
  return on.length === 0 ? others : { ...before, on };
}

/** Reports refusals of the platform at the field. */
export const eventForm = z
  .object({ chosen: z.array(z.string()), own: z.string(), message: z.string().max(2000) })
  .superRefine((values, context) => {
    const wrong = linesOf(values.own).find((event) => !Declaration.shape.on.safeParse([event]).success);
    const reject = (message: string) => context.addIssue({ code: 'custom', path: ['own'], message });
    if (wrong !== undefined)
      return reject(
        `${wrong} is not the name of an event. Use one such as order.created; * stands for one part, ** at the end for any number.`,
      );
    const { error } = Declaration.shape.on.safeParse(eventsOf(toEventFields(values, {})));
    if (error) reject(`A function ${error.issues[0]?.message ?? ''}.`);
  });
