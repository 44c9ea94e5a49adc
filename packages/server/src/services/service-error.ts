import type { Endpoint } from '@atrium/contract/endpoint';
import { parseDetails } from '@atrium/contract/error-details';
import { readErrorMessage } from '@atrium/contract/error-message';
import { type ErrorKind, errorStatus, type FieldError } from '@atrium/contract/errors';
import { parseBody } from '@atrium/contract/send-call';
import { AppError, UnavailableError, UnconfirmedError } from '@atrium/host/errors';
import type { Dispatcher } from 'undici';

/** Error responses of a service that matter to its caller, passed on; their details by the contract. */
const passedOn: ErrorKind[] = [
  'badRequest',
  'forbidden',
  'notFound',
  'conflict',
  'tooLarge',
  'unprocessable',
];

/**
 * Translates a service's error response. A 401 says that the service does not accept the platform's
 * token, and a 5xx that it failed: neither is the caller's doing, so both are "unavailable". Only a refusal says that
 * nothing was done.
 */
export function readServiceError(
  serviceName: string,
  endpoint: Endpoint,
  { statusCode: status, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  text: string,
): AppError {
  const body = readObject(text);
  const kind = passedOn.find((known) => errorStatus[known] === status);
  const message = readErrorMessage(status, body);
  // It may be another person of the domain whose calls are in the way: as with any service that is busy.
  if (status === errorStatus.tooManyRequests) return new UnavailableError(message);
  if (kind === undefined) {
    const reason = status === 401 ? 'it does not accept the platform’s token' : message;
    const failure = `${serviceName} failed (status ${status}): ${reason}`;
    const isRefused = status === 401 || headers['retry-after'] !== undefined;
    return isRefused ? new UnavailableError(failure) : failedCall(endpoint, failure);
  }
  return new AppError(kind, message, {
    ...(Array.isArray(body['errors']) ? { fields: body['errors'] as FieldError[] } : {}),
    details: parseDetails(endpoint, kind, body['details']),
  });
}

/** Error for a call of a service that has begun and brought no usable response: a 503, which suggests a retry only for reads. */
export function failedCall(endpoint: Endpoint, message: string, cause?: unknown): AppError {
  return isChange(endpoint) ? new UnconfirmedError(message, cause) : new UnavailableError(message, 5, cause);
}

/** Whether a call may change something. A run of tests is repeated by its id and changes nothing. */
export function isChange({ method, permission }: Endpoint): boolean {
  return method !== 'GET' && /\.(write|invoke)$/.test(permission ?? '');
}

/** Empty where the text is not an object: something between the platform and the service may return web pages. */
function readObject(text: string): Record<string, unknown> {
  const body = parseBody(text);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
