import { Declaration } from '@atrium/contract/service-api/functions/declaration';
import { z } from 'zod';
import { linesOf, textsOf } from '../items/field-texts.ts';
import type { Fields } from '../items/meta-item.ts';

/** Lists of hosts, secrets and variables that metadata declares. */
export const REACH_LISTS = ['fetch', 'secrets', 'variables'] as const;
export const REACH_AMOUNTS = ['timeout', 'memory'] as const;

type ReachField = (typeof REACH_LISTS)[number] | (typeof REACH_AMOUNTS)[number];

export type ReachValues = Record<ReachField | 'message', string>;

export const REACH_LABELS = {
  fetch: 'Hosts',
  secrets: 'Secrets',
  variables: 'Variables',
  timeout: 'Seconds that it may run',
  memory: 'Memory in MiB',
};

export function toReachValues(fields: Fields): ReachValues {
  const { fetch, secrets, variables, timeout, memory } = fields;
  return {
    fetch: textsOf(fetch).join('\n'),
    secrets: textsOf(secrets).join('\n'),
    variables: textsOf(variables).join('\n'),
    timeout: String(timeout ?? ''),
    memory: String(memory ?? ''),
    message: '',
  };
}

/** Keeps the other fields of the file, and removes lists that are empty now. */
export function toReachFields(values: ReachValues, before: Fields): Fields {
  const fields = { ...before };
  for (const list of REACH_LISTS) {
    const named = [...new Set(linesOf(values[list]))];
    if (named.length > 0) fields[list] = named;
    else if (textsOf(before[list]).length > 0) delete fields[list];
  }
  for (const amount of REACH_AMOUNTS) {
    const text = values[amount].trim();
    if (text === '') delete fields[amount];
    else fields[amount] = Number(text);
  }
  return fields;
}

/** Reports refusals of the platform at their fields. */
export const reachForm = z
  .object({
    fetch: z.string(),
    secrets: z.string(),
    variables: z.string(),
    timeout: z.string(),
    memory: z.string(),
    message: z.string().max(2000),
  })
  .superRefine((values, context) => {
    const fields = toReachFields(values, {});
    for (const { path, message } of Declaration.safeParse(fields).error?.issues ?? []) {
      const [field = 'fetch', position] = path;
      const wrong = REACH_LISTS.find((list) => list === field);
      const subject =
        wrong && typeof position === 'number' ? (linesOf(values[wrong])[position] ?? 'It') : 'It';
      context.addIssue({ code: 'custom', path: [field], message: `${subject} ${message}.` });
    }
  });
