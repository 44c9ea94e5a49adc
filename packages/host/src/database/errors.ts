import pg from 'pg';
import { ConflictError, UnavailableError } from '../errors.ts';

/** A text or a JSON with the character NUL, or half of one, in it: PostgreSQL stores and looks for neither. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // Half a character in JSON is only a fault of its syntax; the routine tells it from other faults in any language.
  const isInvalidJson = error.code === '22P02' && error.routine?.startsWith('json') === true;
  return isInvalidJson || error.code === '22021' || error.code === '22P05';
}

/** SQLSTATE class 22: a value that its column cannot be compared with, such as `x` with a number. */
export function isUnreadableValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}

/** SQLSTATE 23505: a row with this key is already there. */
export function isUniqueViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** SQLSTATE 55P03: others held a lock for longer than was waited for. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/**
 * Maps a duplicate to an error by the violated constraint: a text becomes a 409, an error is thrown as is.
 * Other failures are rethrown. `.catch((error) => onDuplicate(error, { bonusesKey: 'A bonus with this name
 * already exists.' }))`
 */
export function onDuplicate(error: unknown, refusals: Readonly<Record<string, string | Error>>): never {
  const refusal = isUniqueViolation(error) ? refusals[toCamelCase(error.constraint ?? '')] : undefined;
  if (refusal === undefined) throw error;
  throw typeof refusal === 'string' ? new ConflictError(refusal) : refusal;
}

const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** No connection can be had: the server is away, does not answer, or has none left. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
}

const AWAY = 'The database cannot be reached at the moment. Please try again in a few seconds.';
const BUSY = 'The database is busy at the moment. Please try again in a few seconds.';
const TOO_LONG = 'This took the database too long. Please try again later, or ask for less at a time.';
const READS_ONLY = 'Nothing can be saved at the moment. Please try again in a few minutes.';

/** By SQLSTATE, or the beginning of it: connection lost, server ends or starts, no connection left, out of memory … */
const REASONS: readonly (readonly [codes: RegExp, message: string, retryAfterSeconds: number])[] = [
  [/^(08|57P0[1-5]|53300|53400|58)/, AWAY, 2],
  // No lock in time, deadlock, serialization, out of memory.
  [/^(55P03|40P01|40001|53200)/, BUSY, 2],
  // Time limits of a statement, and of a transaction that did nothing.
  [/^(57014|25P03)/, TOO_LONG, 10],
  // Read-only, disk full.
  [/^(25006|53100)/, READS_ONLY, 30],
];

/** A connection that broke off while it was used: what asks other hosts translates its own errors. */
const BROKEN = /^(ECONNRESET|EPIPE|ETIMEDOUT)$/;
const BROKEN_WORDS = /Connection terminated|not queryable|Client was closed/;

/** Returns the 503 for a failure of the database itself, so that callers retry. Undefined for any other failure. */
export function toUnavailable(error: unknown): UnavailableError | undefined {
  if (error instanceof DatabaseAwayError) return new UnavailableError(AWAY, 2, error);
  if (error instanceof pg.DatabaseError) {
    const [, message, seconds] = REASONS.find(([codes]) => codes.test(error.code ?? '')) ?? [];
    return message === undefined ? undefined : new UnavailableError(message, seconds, error);
  }
  if (!(error instanceof Error)) return undefined;
  // A client that disconnects during a request is also an ECONNRESET, but without a system call.
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return (syscall !== undefined && BROKEN.test(code)) || BROKEN_WORDS.test(error.message)
    ? new UnavailableError(AWAY, 2, error)
    : undefined;
}
