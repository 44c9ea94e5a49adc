import pg from 'pg';
import { ConflictError } from '../errors.ts';

/** A text or a JSON with the character NUL, or half of one, in it: PostgreSQL stores and looks for neither. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // Half a character in JSON is only a fault of its syntax; the routine tells it from other faults in any language.
  const isInvalidJson = error.code === '22P02' && error.routine?.startsWith('json') === true;
  return isInvalidJson || error.code === '22021' || error.code === '22P05';
}

/** SQLSTATE 23505: a row with this key is already there. */
export function isUniqueViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/**
 * Throws what a duplicate means, by the constraint that refused it: a text as 409, another error as it is. Any other
 * failure is thrown on. `.catch((error) => onDuplicate(error, { bonusesKey: 'A bonus with this name already exists.' }))`
 */
export function onDuplicate(error: unknown, refusals: Readonly<Record<string, string | Error>>): never {
  const refusal = isUniqueViolation(error) ? refusals[toCamelCase(error.constraint ?? '')] : undefined;
  if (refusal === undefined) throw error;
  throw typeof refusal === 'string' ? new ConflictError(refusal) : refusal;
}

const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
