import pg from 'pg';

/** A text or a JSON with the character NUL, or half of one, in it: PostgreSQL stores and looks for neither. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}

/** SQLSTATE 23505: a row with this key is there already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}
