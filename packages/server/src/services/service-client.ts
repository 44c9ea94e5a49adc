import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { limitAmount } from '@atrium/contract/limits/limit-text';
import { fetchCall, type RequestParts } from '@atrium/contract/send-call';
import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { URGENT_HEADER } from '@atrium/contract/service-api/urgent';
import { type AppError, TooLargeError, UnavailableError } from '@atrium/host/errors';
import { takeSteps } from '@atrium/host/pauses';
import { inSpan, traceHeaders } from '@atrium/host/tracing/tracing';
import { AddressTries } from './address-tries.ts';
import { failedCall } from './failed-call.ts';
import { DrainingError, isNotBegun, isUnanswered } from './not-begun.ts';
import { readServiceError } from './service-error.ts';

interface ServiceCallOptions {
  /** Until the whole answer is there; for streams until it begins. */
  timeoutMs?: number;
  /** Cancels the call; the service sees the connection close. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Calls endpoints of services with a token that is valid for that service only. */
export interface ServiceClient {
  /** Throws UnavailableError when the service is down, UnconfirmedError when it may have changed something, else its error. */
  call<E extends Endpoint>(
    serviceId: string,
    endpoint: E,
    request: EndpointRequest<E>,
    options?: ServiceCallOptions,
  ): Promise<EndpointResponse<E>>;
  /** As `call`, for an answer that is too long to be read in one go: `read` reads its text in steps, and checks it. */
  callInSteps<E extends Endpoint, Returned>(
    serviceId: string,
    endpoint: E,
    request: EndpointRequest<E>,
    read: (text: string) => Iterator<unknown, Returned>,
    options?: ServiceCallOptions,
  ): Promise<Returned>;
  /** The texts of an answer in JSON lines (NDJSON), as they arrive. Leaving the loop ends the call. */
  stream<E extends Endpoint>(
    serviceId: string,
    endpoint: E,
    request: EndpointRequest<E>,
    options?: ServiceCallOptions,
  ): AsyncIterable<string>;
}

/** What must be known of a service to call it. */
export interface CalledService {
  id: string;
  name: string;
  /** Tried in this order, until one takes the call. */
  addresses: readonly string[];
  /** Told of each address that did not take it. */
  onRefused?: (address: string) => void;
  /** Told of one that took it and did not answer in time. */
  onSilent?: (address: string) => void;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** For what a page asks of all services: one that has not said it by then is not waited for. */
export const BRIEF_TIMEOUT_MS = 1_500;
/** Who is waited for less long may be slow, but is not taken for one that is frozen. */
const SILENT_FROM_MS = 3_000;
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const MAX_LINE_CHARACTERS = 4 * 1024 * 1024;

export function createServiceClient(
  findService: (serviceId: string) => Promise<CalledService>,
  /** Without a token only the public calls of a service can be made. */
  issueToken: (serviceId: string) => Promise<string | undefined>,
  {
    requestId,
    isUrgent = true,
  }: {
    /** Of the request that it is done for: logs of services name the same one. */
    requestId?: string | undefined;
    /** False for what is done for a slow call. */
    isUrgent?: boolean;
  } = {},
): ServiceClient {
  async function send(
    service: CalledService,
    endpoint: Endpoint,
    parts: RequestParts,
    { headers, timeoutMs = DEFAULT_TIMEOUT_MS, signal: callers }: ServiceCallOptions,
    signal: AbortSignal,
  ): Promise<Response> {
    const token = await issueToken(service.id);
    const call = async (base: string) => {
      const id = requestId === undefined ? {} : { 'x-request-id': requestId };
      const sent = { ...headers, ...id, ...(isUrgent && { [URGENT_HEADER]: 'true' }), ...traceHeaders() };
      // A registered address is all that is ever called: a service cannot send the platform elsewhere.
      const limited: typeof fetch = (url, init) => {
        refuseTooLarge(service, endpoint, init?.body);
        return fetch(url, init);
      };
      const options = { base, token, headers: sent, redirect: 'error', signal, fetch: limited } as const;
      const response = await fetchCall(endpoint, parts, options);
      if (response.ok) return response;
      const error = readServiceError(service.name, endpoint, response, await readText(response));
      throw response.headers.has(DRAINING_HEADER) ? new DrainingError(error.message) : error;
    };
    const name = `${service.id} ${endpoint.method} ${endpoint.path}`;
    return inSpan(name, { 'atrium.service': service.id }, async () =>
      callInTurn(service, call, { timeoutMs, signal, callers }),
    );
  }

  async function callAndRead<Returned>(
    serviceId: string,
    endpoint: Endpoint,
    parts: RequestParts,
    read: (name: string, text: string) => Returned | Promise<Returned>,
    options: ServiceCallOptions,
  ): Promise<Returned> {
    const service = await findService(serviceId);
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const signal = joinSignals(timeout, options.signal);
      const response = await send(service, endpoint, parts, options, signal);
      return await read(service.name, await readText(response));
    } catch (error) {
      throw asUnavailable(service, endpoint, error, timeout, timeoutMs, options.signal);
    }
  }

  return {
    async call(serviceId, endpoint, request, options = {}) {
      const read = (name: string, text: string) => parseResponse(name, endpoint, text);
      return (await callAndRead(serviceId, endpoint, request as RequestParts, read, options)) as never;
    },

    callInSteps(serviceId, endpoint, request, read, options = {}) {
      const readInSteps = (name: string, text: string) =>
        takeSteps(read(text)).catch((error: unknown) => {
          throw error instanceof SyntaxError
            ? notJson(name, endpoint, error)
            : notAllowed(name, endpoint, error);
        });
      return callAndRead(serviceId, endpoint, request as RequestParts, readInSteps, options);
    },

    async *stream(serviceId, endpoint, request, options = {}) {
      const service = await findService(serviceId);
      const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
      const untilBegin = new AbortController();
      const timer = setTimeout(
        () => untilBegin.abort(new DOMException('It did not begin.', 'TimeoutError')),
        timeoutMs,
      );
      const leave = new AbortController();
      try {
        const signal = joinSignals(untilBegin.signal, leave.signal, options.signal);
        const response = await send(service, endpoint, request as RequestParts, options, signal);
        clearTimeout(timer);
        if (response.body !== null) yield* readLines(response.body);
      } catch (error) {
        throw asUnavailable(service, endpoint, error, untilBegin.signal, timeoutMs, options.signal);
      } finally {
        clearTimeout(timer);
        leave.abort();
      }
    },
  };
}

/** The service would close the connection while this is still being sent, and seem to be away. */
function refuseTooLarge({ name }: CalledService, { maxBodyBytes }: Endpoint, body: unknown): void {
  if (maxBodyBytes === undefined || typeof body !== 'string') return;
  const bytes = Buffer.byteLength(body);
  if (bytes <= maxBodyBytes) return;
  const [limit, amount] = [limitAmount(maxBodyBytes, 'bytes'), limitAmount(bytes, 'bytes')];
  throw new TooLargeError(
    `${name} accepts ${limit} at a time, and this is ${amount}. Please choose fewer files.`,
  );
}

/** Calls at one address after the other, for as long as none has begun with the call. */
async function callInTurn<Returned>(
  { name, addresses, onRefused, onSilent }: CalledService,
  call: (address: string) => Promise<Returned>,
  {
    timeoutMs,
    signal,
    callers,
  }: {
    timeoutMs: number;
    /** Ends the call, for its time or for its caller. */
    signal: AbortSignal;
    callers: AbortSignal | undefined;
  },
): Promise<Returned> {
  let refusal: unknown = new UnavailableError(`${name} cannot be reached.`);
  const tries = new AddressTries(addresses);
  for (;;) {
    const address = await tries.next(signal);
    if (address === undefined) {
      callers?.throwIfAborted();
      throw refusal;
    }
    try {
      return await call(address);
    } catch (error) {
      const wasWaitedFor = timeoutMs >= SILENT_FROM_MS && !callers?.aborted;
      if (wasWaitedFor && isUnanswered(error)) onSilent?.(address);
      if (!isNotBegun(error)) throw error;
      onRefused?.(address);
      refusal = error;
    }
  }
}

function joinSignals(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Failures of the connection become "unavailable"; answers of the service and the caller's own abort stay. */
function asUnavailable(
  { name }: CalledService,
  endpoint: Endpoint,
  error: unknown,
  timeout: AbortSignal,
  timeoutMs: number,
  callers: AbortSignal | undefined,
): unknown {
  if (callers?.aborted) return error;
  const isRefused = isNotBegun(error);
  if (timeout.aborted && !isRefused) {
    const seconds = Math.ceil(timeoutMs / 1000);
    return failedCall(endpoint, `${name} did not answer within ${seconds} s.`, error);
  }
  // What fetch throws when it cannot connect, is redirected, or loses the connection.
  if (error instanceof TypeError) {
    const message = `${name} cannot be reached.`;
    return isRefused ? new UnavailableError(message, 5, error) : failedCall(endpoint, message, error);
  }
  return error;
}

function parseResponse(name: string, endpoint: Endpoint, text: string): unknown {
  if (endpoint.produces !== 'json') return text;
  let answer: unknown;
  try {
    answer = text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    throw notJson(name, endpoint, error);
  }
  const checked = endpoint.response.safeParse(answer);
  if (checked.success) return checked.data;
  throw notAllowed(name, endpoint, checked.error);
}

function notJson(name: string, endpoint: Endpoint, error: unknown): AppError {
  return failedCall(endpoint, `${name} sent an invalid response (not JSON).`, error);
}

function notAllowed(name: string, endpoint: Endpoint, error: unknown): AppError {
  return failedCall(endpoint, `${name} answered something that its contract does not allow.`, error);
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_RESPONSE_BYTES) throw new TooLargeError('The response of the service is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS)
      throw new TooLargeError('The response of the service contains a line that is too long.');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
