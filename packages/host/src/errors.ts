import { type ErrorKind, errorStatus, type FieldError } from '@atrium/contract/errors';
import type { LimitName } from '@atrium/contract/limits/limit';

/** An error that is meant for the caller. Everything else becomes a 500 that reveals nothing internal. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly fields: FieldError[] | undefined;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { fields?: FieldError[]; details?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.fields = options.fields;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** 400: the request itself is wrong; names every field. */
export class ValidationError extends AppError {
  constructor(message: string, fields: FieldError[] = []) {
    super('badRequest', message, { fields });
  }
}

/** 401: only "the access token is missing or no longer good". */
export class UnauthenticatedError extends AppError {
  constructor(message = 'Please sign in.') {
    super('unauthenticated', message);
  }
}

/** 403: signed in, but not allowed. */
export class ForbiddenError extends AppError {
  constructor(message = 'You are not authorized to do this.', details?: unknown) {
    super('forbidden', message, { details });
  }
}

/** 404: missing, or someone else's; the two cannot be told apart. */
export class NotFoundError extends AppError {
  constructor(message = 'The requested resource was not found.') {
    super('notFound', message);
  }
}

/** 409: the state has changed since the caller read it. */
export class ConflictError extends AppError {
  constructor(message: string, details?: unknown) {
    super('conflict', message, { details });
  }
}

/** 413: more than the limit named in the message. */
export class TooLargeError extends AppError {
  constructor(message: string) {
    super('tooLarge', message);
  }
}

/** 422: understood, and refused by a rule or by the other side. */
export class UnprocessableError extends AppError {
  constructor(message: string, options: { fields?: FieldError[]; details?: unknown; cause?: unknown } = {}) {
    super('unprocessable', message, options);
  }
}

/** 422: canceled by a person, or because the caller has left. The reason of the signal that ends the work. */
export class CanceledError extends UnprocessableError {
  constructor() {
    super('Canceled.', { details: { failure: 'CANCELED' } });
  }
}

/** 429: too many calls; says when to try again. */
export class TooManyRequestsError extends AppError {
  /** Limit of the domain that is reached. */
  readonly limitName: LimitName | undefined;

  constructor(message: string, retryAfterSeconds: number, limitName?: LimitName) {
    super('tooManyRequests', message, { retryAfterSeconds });
    this.limitName = limitName;
  }
}

/** 503: cannot respond now; says when to try again. */
export class UnavailableError extends AppError {
  constructor(message: string, retryAfterSeconds = 5, cause?: unknown) {
    super('unavailable', message, { retryAfterSeconds, cause });
  }
}

/**
 * 503 without a retry time: the call may have succeeded, so only callers for whom repetition is harmless may
 * retry.
 */
export class UnconfirmedError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { cause });
  }
}

/** The caller has gone: no one reads the response, and nothing is wrong. */
export class CallerLeftError extends AppError {
  constructor() {
    super('unavailable', 'The caller left before its turn.', { retryAfterSeconds: 1 });
  }
}

/** Returns the error and its causes, the outermost first, at most ten. */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 10; one = one.cause) found.push(one);
  return found;
}
