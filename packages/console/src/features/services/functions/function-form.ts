import { FilePlace } from '@atrium/contract/service-api/configuration-file';
import { z } from 'zod';
import { sourcePlaceOf } from './function-file.ts';

/** The first text of a function: what is returned is the answer. */
export const FIRST_SOURCE = `// What this function returns is the response. Call it with another name.
export default function main(input) {
  console.log('called with', input);
  return { greeting: \`Hello \${input?.name ?? 'there'}!\` };
}
`;

/** The form of a new function: a name that none has yet, however it is spelled. */
export function createFunctionForm(taken: readonly string[]) {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  return z.object({
    name: z
      .string()
      .trim()
      .refine(
        (name) => FilePlace.safeParse(sourcePlaceOf(name)).success,
        'Use letters, digits, hyphens and underscores; folders end with a slash, as in orders/create.',
      )
      .refine((name) => !known.has(name.toLowerCase()), 'A function with this name already exists.'),
  });
}
