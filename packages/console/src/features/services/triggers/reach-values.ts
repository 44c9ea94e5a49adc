import {
  Declaration,
  MAX_TIMEOUT_SECONDS,
  MEMORY_MIB,
} from '@atrium/contract/service-api/functions/declaration';
import { z } from 'zod';
import type { Fields } from '../items/meta-item.ts';
import { linesOf } from './event-values.ts';

const LISTS = ['fetch', 'secrets', 'variables'] as const;
const AMOUNTS = ['timeout', 'memory'] as const;

export type ReachValues = {
  [list in (typeof LISTS)[number]]: string;
} & { [amount in (typeof AMOUNTS)[number]]: string } & { message: string };

export const REACH_LABELS = {
  fetch: 'Hosts',
  secrets: 'Secrets',
  variables: 'Variables',
  timeout: 'Seconds that it may run',
  memory: 'Memory in MiB',
};

export const REACH_HINTS = {
  timeout: `At most ${MAX_TIMEOUT_SECONDS}, in the background only; empty for 30`,
  memory: `${MEMORY_MIB.least} to ${MEMORY_MIB.most}; empty for ${MEMORY_MIB.least}`,
};

/** Hosts, secrets or variables that metadata declares. */
export function declaredList(fields: Fields | undefined, list: (typeof LISTS)[number]): string[] {
  const declared = fields?.[list];
  return Array.isArray(declared) ? declared.filter((each) => typeof each === 'string') : [];
}

export function toReachValues(fields: Fields): ReachValues {
  const [fetch = '', secrets = '', variables = ''] = LISTS.map((list) =>
    declaredList(fields, list).join('\n'),
  );
  const [timeout = '', memory = ''] = AMOUNTS.map((amount) => String(fields[amount] ?? ''));
  return { fetch, secrets, variables, timeout, memory, message: '' };
}

/** Keeps the other fields of the file, and removes lists that are empty now. */
export function toReachFields(values: ReachValues, before: Fields): Fields {
  const fields = { ...before };
  for (const list of LISTS) {
    const named = [...new Set(linesOf(values[list]))];
    if (named.length > 0) fields[list] = named;
    else if (declaredList(before, list).length > 0) delete fields[list];
  }
  for (const amount of AMOUNTS) {
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
      const wrong = LISTS.find((list) => list === field);
      const subject =
        wrong && typeof position === 'number' ? (linesOf(values[wrong])[position] ?? 'It') : 'It';
      context.addIssue({ code: 'custom', path: [field], message: `${subject} ${message}.` });
    }
  });
