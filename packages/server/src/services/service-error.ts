import { readErrorMessage } from '@atrium/contract/error-message';
import { type ErrorKind, errorStatus, type FieldError } from '@atrium/contract/errors';
import { AppError, UnavailableError } from '../http/errors.ts';

/** Answers of a service that tell its caller something, passed on as they are. */
const passedOn: ErrorKind[] = [
  'badRequest',
  'forbidden',
  'notFound',
  'conflict',
  'tooLarge',
  'unprocessable',
];

/**
 * The error that a service's answer means here. A 401 says that the service does not accept the platform's
 * token, and a 5xx that it failed: neither is the caller's doing, so both are "unavailable".
 */
export function readServiceError(serviceName: string, status: number, text: string): AppError {
  const body = parseBody(text);
  const kind = passedOn.find((known) => errorStatus[known] === status);
  const message = readErrorMessage(status, body);
  if (kind === undefined) {
    const reason = status === 401 ? 'it does not accept the platform’s token' : message;
    return new UnavailableError(`${serviceName} failed (status ${status}): ${reason}`);
  }
  return new AppError(kind, message, {
    ...(Array.isArray(body['errors']) ? { fields: body['errors'] as FieldError[] } : {}),
    ...(body['details'] === undefined ? {} : { details: body['details'] }),
  });
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Not JSON: what stands between the platform and the service may answer web pages.
  }
  return {};
}
