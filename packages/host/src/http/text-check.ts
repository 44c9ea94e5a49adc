import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { ValidationError } from '../errors.ts';

/** Deeper than anything that people write, and far from what recursion can handle. */
const MAX_DEPTH = 500;

interface Place {
  value: unknown;
  /** Absent for the whole. */
  key?: string;
  within?: Place;
  depth: number;
}

/**
 * Checks a part of a request against its schema, and first of all whether its texts can be kept: no database stores NUL
 * or half a character, and neither belongs in JSON that others are to read. So nothing behind the door has to ask.
 */
export const checkedValidatorCompiler: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route);
  return (given: unknown) => {
    const refusal = findRefusal(given, route.httpPart ?? '');
    return refusal === undefined ? validate(given) : { error: refusal };
  };
};

/** Of what came from outside; `part` names the whole. */
export function findRefusal(given: unknown, part: string): ValidationError | undefined {
  const open: Place[] = [{ value: given, depth: 0 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth, key = '' } = place;
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) {
      return refuse(place, part, 'This text has a character that cannot be stored.');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return refuse(place, part, `At most ${MAX_DEPTH} levels may be nested.`);
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' || typeof inner === 'object' || !isStorable(name)) {
        open.push({ value: inner, key: name, within: place, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function refuse(place: Place, part: string, defaultMessage: string): ValidationError {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.within) keys.unshift(at.key);
  // Names that could not be shown themselves are shown as what they would become.
  const field = keys.join('.').toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 200);
  return new ValidationError('Some values are not valid.', [{ field: field || part, defaultMessage }]);
}
