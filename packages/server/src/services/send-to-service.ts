import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { type AppError, UnavailableError, UnconfirmedError } from '@atrium/host/errors';
import { Agent, type Dispatcher } from 'undici';

/**
 * Before each further try. Together longer than the second for which a process says that it is being stopped: a load balancer that
 * prefers the process with the fewest calls leads many there meanwhile.
 */
const RETRY_DELAYS_MS = [50, 150, 300, 500, 500];
/** An address at which nothing listens is given up sooner. */
const TRIES_UNREACHED = 4;
/** A machine that is gone says nothing: its callers wait no longer than for two connections to it. */
const LAST_TRY_BEFORE_MS = 4_000;
/** A machine that is gone does not refuse connections, it says nothing. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Several times what a service lets one domain keep waiting: so no one's slow calls block all others. */
const MAX_CONNECTIONS = 1024;

/** The service was never reached. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Connections to all services, kept for the next calls. Idle ones hold up no process that ends. */
const agent = new Agent({ connections: MAX_CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } });

export interface CalledService {
  name: string;
  /** Base address, without a slash at its end; undefined while the local process does not run. */
  address: string | undefined;
}

/** Signal that ends the call of a caller who leaves. Costs less than an `AbortSignal`. */
export class Leaving extends EventEmitter {
  aborted = false;

  leave(): void {
    this.aborted = true;
    this.emit('abort');
  }
}

export interface ServiceRequest {
  method: string;
  /** Within the service, with the query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string | Buffer | Readable | undefined;
  /** Ends the request when its caller leaves, or its time is up. */
  signal: AbortSignal | Leaving;
  /** How long the service may keep silent. */
  timeoutMs?: number;
}

/**
 * Sends a request to a service, and again for a moment while it has certainly not begun: the connection was refused, nothing was
 * sent, or the process says that it is being stopped. Returns whatever came, a success or not.
 */
export async function sendToService(
  { name, address }: CalledService,
  request: ServiceRequest,
): Promise<Dispatcher.ResponseData> {
  if (address === undefined) throw new UnavailableError(`${name} cannot be reached.`);
  const beganAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    const pauseMs = isStream(request.body) ? undefined : RETRY_DELAYS_MS[tries];
    const canRepeat = () =>
      pauseMs !== undefined && !request.signal.aborted && performance.now() - beganAt < LAST_TRY_BEFORE_MS;
    try {
      const response = await sendOnce(address, request);
      if (!isDraining(response) || !canRepeat()) return response;
      void response.body.dump();
    } catch (error) {
      if (!isNotBegun(error) || tries + 1 >= TRIES_UNREACHED || !canRepeat()) throw error;
    }
    await wait(pauseMs);
  }
}

function sendOnce(
  address: string,
  { method, path, headers, body, signal, timeoutMs }: ServiceRequest,
): Promise<Dispatcher.ResponseData> {
  // To take the address apart as a URL would cost each call.
  const pathAt = address.indexOf('/', address.indexOf('://') + 3);
  const origin = pathAt === -1 ? address : address.slice(0, pathAt);
  return agent.request({
    origin,
    path: address.slice(origin.length) + path,
    method,
    headers,
    body: body ?? null,
    signal,
    ...(timeoutMs !== undefined && { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
  });
}

/**
 * Error for a request that brought no whole response. Suggests to send it again only if it has certainly not begun, or changes
 * nothing.
 */
export function lostRequest(
  name: string,
  error: unknown,
  { isChange, timeoutMs }: { isChange: boolean; timeoutMs: number },
): AppError {
  const unreached = `${name} cannot be reached.`;
  if (isNotBegun(error)) return new UnavailableError(unreached, 5, error);
  const late = isTimeout(error)
    ? `${name} did not answer within ${Math.ceil(timeoutMs / 1000)} s.`
    : undefined;
  if (!isChange) return new UnavailableError(late ?? unreached, 5, error);
  return unconfirmed(late ?? `The connection to ${name} was lost before its response came.`, error);
}

/** Its caller has to find out before it is sent again. */
export function unconfirmed(what: string, cause?: unknown): UnconfirmedError {
  return new UnconfirmedError(`${what} The request may have taken effect.`, cause);
}

/** Whether a request that failed has certainly not begun, so that it can be sent again without being done twice. */
function isNotBegun(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, socket } = error as Failure;
  // Bytes of earlier requests on the connection count, too: then it is not known whether this one has begun.
  return UNREACHED.has(code ?? '') || socket?.bytesWritten === 0;
}

/** Whether a request was taken and not answered in its time, as by a process that is frozen. It may have begun. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || TIMEOUTS.has((error as Failure).code ?? '');
}

/** Error as undici reports it. */
interface Failure extends Error {
  code?: string;
  socket?: { bytesWritten?: number };
}

/** The service does not begin with the request, because it is about to end. */
function isDraining({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return statusCode === 503 && headers[DRAINING_HEADER] !== undefined;
}

function isStream(body: ServiceRequest['body']): boolean {
  return typeof body === 'object' && 'pipe' in body;
}
