import { readErrorMessage, unreachableMessage } from '@atrium/contract/error-message';

/** An answer that is not a success, or none at all: then `status` is 0. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's full answer: parsed JSON, or text. */
  readonly body: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, body: unknown, requestId?: string) {
    super(status === 0 ? unreachableMessage(globalThis.navigator) : readErrorMessage(status, body));
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    const { requestId: fromBody } = (typeof body === 'object' && body !== null ? body : {}) as {
      requestId?: unknown;
    };
    this.requestId = typeof fromBody === 'string' ? fromBody : requestId;
  }
}

/** Refused fields of an error's body: field name → message. Empty for any other error. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return {};
  const { errors } = error.body as { errors?: unknown };
  if (!Array.isArray(errors)) return {};
  return Object.fromEntries(
    (errors as { field?: unknown; defaultMessage?: unknown }[])
      .filter((one) => typeof one.field === 'string' && typeof one.defaultMessage === 'string')
      .map((one) => [one.field as string, one.defaultMessage as string]),
  );
}

/** `details` of an error's body: what a caller needs to react. */
export function errorDetails(error: unknown): Record<string, unknown> {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return {};
  const { details } = error.body as { details?: unknown };
  return typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {};
}
