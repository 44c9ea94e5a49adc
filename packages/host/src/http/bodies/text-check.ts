import type { FieldError } from '@atrium/contract/errors';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { ValidationError } from '../../errors.ts';

/** Depth that no document of people has, and that recursion handles easily. */
const MAX_DEPTH = 500;

/** More than anyone reads; a body can have faults by the hundred thousand. */
const MAX_FAULTS = 100;

/**
 * Checks a part of a request against its schema, and first of all whether its texts can be kept: no database stores NUL
 * or half a character, and neither belongs in JSON that others are to read. So nothing behind the door has to ask.
 */
export const checkedValidatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = '' }) => {
  return (given: unknown) => {
    const refusal = findRefusal(given, httpPart);
    if (refusal !== undefined) return { error: refusal };
    const { data: value, error } = schema.safeParse(given);
    return error ? { error: refuse(error.issues.slice(0, MAX_FAULTS), httpPart) } : { value };
  };
};

function refuse(issues: readonly z.core.$ZodIssue[], part: string): ValidationError {
  const fields: FieldError[] = [];
  for (const { path, message: defaultMessage } of issues) {
    const field = path.join('.') || part;
    // Several checks of a schema share a message.
    const isKnown = fields.some((other) => other.field === field && other.defaultMessage === defaultMessage);
    if (!isKnown) fields.push({ field, defaultMessage });
  }
  return new ValidationError(MESSAGE, fields);
}

const MESSAGE = 'Some values are not valid.';

/** Of what came from outside; `part` names the whole. */
export function findRefusal(given: unknown, part: string): ValidationError | undefined {
  const fault = findFault(given, 0);
  if (fault === undefined) return undefined;
  const { keys, defaultMessage } = fault;
  // Characters of names that cannot be stored are replaced.
  const field = keys.join('.').toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 200);
  return new ValidationError(MESSAGE, [{ field: field || part, defaultMessage }]);
}

interface Fault {
  keys: string[];
  defaultMessage: string;
}

/** Goes through everything that people send: where nothing is wrong, nothing is made. */
function findFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable();
  // Bytes are not text yet, and would be looked at one by one.
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined;
  if (depth >= MAX_DEPTH) return { keys: [], defaultMessage: `At most ${MAX_DEPTH} levels may be nested.` };
  if (Array.isArray(value)) {
    // Not its entries: a pair for each of them takes ten times as long.
    for (let index = 0; index < value.length; index += 1) {
      const fault = findFault(value[index], depth + 1);
      if (fault !== undefined) return within(fault, String(index));
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    const fault = isStorable(key)
      ? findFault((value as Record<string, unknown>)[key], depth + 1)
      : unstorable();
    if (fault !== undefined) return within(fault, key);
  }
  return undefined;
}

function within({ keys, defaultMessage }: Fault, key: string): Fault {
  return { keys: [key, ...keys], defaultMessage };
}

const unstorable = (): Fault => ({
  keys: [],
  defaultMessage: 'This text has a character that cannot be stored.',
});

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
