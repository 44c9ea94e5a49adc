import { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { z } from 'zod';
import { rulePlaceOf } from './rule-values.ts';

/** Segment of an event's name, or `*` for any; a final `**` matches any number of segments. */
const EVENT_PATTERN = /^(?:\*\*|(?:[\p{L}\p{N}_-]+|\*)(?:\.(?:[\p{L}\p{N}_-]+|\*))*(?:\.\*\*)?)$/u;

/** The form of a rule; a new one needs a name that none has, and any needs a function that is there, once these are known. */
export function ruleForm(takenNames: readonly string[], functions: readonly string[] | undefined) {
  const taken = new Set(takenNames.map((name) => name.toLowerCase()));
  const known = functions && new Set(functions);
  return z.object({
    name: z
      .string()
      .trim()
      .refine(
        (name) => FilePlace.safeParse(rulePlaceOf(name)).success,
        'Use letters, digits, hyphens and underscores; folders end with a slash.',
      )
      .refine((name) => !taken.has(name.toLowerCase()), 'A rule with this name already exists.'),
    description: z.string().trim().max(1000),
    event: z
      .string()
      .trim()
      .regex(EVENT_PATTERN, 'Parts are joined by dots, as in order.created, order.* or order.**.'),
    function: z
      .string()
      .trim()
      .refine((name) => known?.has(name) ?? true, 'No function has this name.'),
    order: z
      .string()
      .trim()
      .regex(/^-?\d{1,6}$/, 'Must be a whole number.'),
    isEnabled: z.boolean(),
    message: z.string().max(2000),
  });
}
