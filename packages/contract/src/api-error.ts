import type { Endpoint, EndpointDetails } from './endpoint.ts';
import { readErrorMessage, unreachableMessage } from './error-message.ts';
import type { ErrorKind, errorStatus } from './errors.ts';

const { navigator: browser } = globalThis as { navigator?: { onLine?: boolean } };

interface ApiErrorOptions extends ErrorOptions {
  /** From the answer's head; what its body says comes first. */
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** An answer that is not a success, or none at all: then `status` is 0. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's full answer: parsed JSON, or text. */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** Retry delay requested by the platform, if any. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: unknown, { requestId, retryAfterMs, ...options }: ApiErrorOptions = {}) {
    super(status === 0 ? unreachableMessage(browser) : readErrorMessage(status, body), options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
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

/** Details of a call's error of this kind. Like responses, the server has validated them. */
export function errorDetails<E extends Endpoint, Kind extends ErrorKind & keyof NonNullable<E['details']>>(
  error: unknown,
  status: (typeof errorStatus)[Kind],
): EndpointDetails<E, Kind> | undefined {
  if (!(error instanceof ApiError) || error.status !== status) return undefined;
  return (error.body as { details?: EndpointDetails<E, Kind> } | null)?.details;
}
