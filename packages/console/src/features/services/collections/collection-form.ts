import { CollectionName } from '@atrium/contract/service-api/functions/content-entry';
import { z } from 'zod';
import { listOfChoices } from './collection-schema.ts';
import { CHOICE } from './field-types.ts';

const FieldForm = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'Every field needs a name.')
      .max(100)
      .refine((name) => name !== '__proto__', 'No field can have this name.'),
    was: z.string(),
    type: z.string(),
    choices: z.string(),
    isRequired: z.boolean(),
  })
  .refine(({ type, choices }) => type !== CHOICE || listOfChoices(choices).length > 0, {
    path: ['choices'],
    error: 'Enter the allowed values.',
  });

/** The form of a collection; a new one needs a name that none has. */
export function collectionForm(takenNames: readonly string[]) {
  const taken = new Set(takenNames.map((name) => name.toLowerCase()));
  return z.object({
    name: z
      .string()
      .trim()
      .refine(
        (name) => CollectionName.safeParse(name).success,
        'Use letters, digits, hyphens and underscores.',
      )
      .refine((name) => !taken.has(name.toLowerCase()), 'A collection with this name already exists.'),
    description: z.string().trim().max(1000),
    fields: z.array(FieldForm).superRefine((fields, { addIssue }) => {
      for (const [index, { name }] of fields.entries()) {
        if (fields.findIndex((other) => other.name === name) < index)
          addIssue({
            code: 'custom',
            path: [index, 'name'],
            message: 'A field with this name already exists.',
          });
      }
    }),
    allowsOthers: z.boolean(),
    message: z.string().max(2000),
  });
}
