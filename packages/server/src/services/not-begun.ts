import { UnavailableError } from '@atrium/host/errors';

/** The other side was never reached. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The service has said that it does not begin with the call, because it is about to end. */
export class DrainingError extends UnavailableError {}

/** Whether a call that failed has certainly not begun, so that it can be made elsewhere without being made twice. */
export function isNotBegun(error: unknown): boolean {
  if (error instanceof DrainingError) return true;
  if (!(error instanceof Error)) return false;
  const { code, socket, cause } = error as Failure;
  // What was sent on a connection before, in other calls, counts too: then it is not known whether this one has begun.
  return UNREACHED.has(code ?? '') || socket?.bytesWritten === 0 || isNotBegun(cause);
}

/** Whether a call was taken and not answered in its time, as by a process that is frozen. It may have begun. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, cause } = error as Failure;
  return name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || isUnanswered(cause);
}

/** As `fetch` and undici report it, or have it as the cause of what they report. */
interface Failure extends Error {
  code?: string;
  socket?: { bytesWritten?: number };
}
