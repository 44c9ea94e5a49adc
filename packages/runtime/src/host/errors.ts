import { type ErrorKind, errorStatus } from '@atrium/contract/errors';

/** An error that is meant for the caller. Everything else becomes a 500 that says nothing of the inside. */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly details: unknown;

  constructor(kind: ErrorKind, message: string, details?: unknown) {
    super(message);
    this.name = new.target.name;
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

export class UnauthenticatedError extends ServiceError {
  constructor(message = 'A valid service token is needed.') {
    super('unauthenticated', message);
  }
}

/** 404: missing, or another domain's; the two cannot be told apart. */
export class NotFoundError extends ServiceError {
  constructor(message = 'The requested resource was not found.') {
    super('notFound', message);
  }
}

export class ConflictError extends ServiceError {
  constructor(message: string, details?: unknown) {
    super('conflict', message, details);
  }
}

/** 422: understood, and refused by a rule or by the customer's own code. */
export class UnprocessableError extends ServiceError {
  constructor(message: string, details?: unknown) {
    super('unprocessable', message, details);
  }
}

export class BadRequestError extends ServiceError {
  constructor(message: string) {
    super('badRequest', message);
  }
}

/** Whoever asked has gone: nobody reads the answer, and nothing is wrong. */
export class CallerLeftError extends ServiceError {
  constructor() {
    super('unavailable', 'The caller left before its turn.');
  }
}
