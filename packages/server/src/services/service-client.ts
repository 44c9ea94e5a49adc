import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { limitAmount } from '@atrium/contract/limits/limit-text';
import { type RequestParts, toRequest } from '@atrium/contract/send-call';
import { URGENT_HEADER } from '@atrium/contract/service-api/urgent';
import { AppError, TooLargeError } from '@atrium/host/errors';
import { takeSteps } from '@atrium/host/event-loop';
import { inSpan, traceHeaders } from '@atrium/host/tracing/tracing';
import type { Dispatcher } from 'undici';
import { type CalledService, lostRequest, sendToService } from './send-to-service.ts';
import { failedCall, isChange, readServiceError } from './service-error.ts';

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
  /** Variant of `call` for an answer that is too long to be read at once: `read` reads its text in steps, and checks it. */
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

const DEFAULT_TIMEOUT_MS = 30_000;
/** For what a page asks of all services: one that has not said it by then is not waited for. */
export const BRIEF_TIMEOUT_MS = 1_500;
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const MAX_LINE_CHARACTERS = 4 * 1024 * 1024;

export function createServiceClient(
  findService: (serviceId: string) => Promise<CalledService & { id: string }>,
  /** Without a token only the public calls of a service can be made. */
  issueToken: (serviceId: string) => Promise<string | undefined>,
  {
    requestId,
    isUrgent = true,
  }: {
    /** Of the request that it is done for: logs of services name the same one. */
    requestId?: string | undefined;
    /** False for requests within a slow call. */
    isUrgent?: boolean;
  } = {},
): ServiceClient {
  async function send(
    service: CalledService & { id: string },
    endpoint: Endpoint,
    parts: RequestParts,
    { headers }: ServiceCallOptions,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData['body']> {
    const token = await issueToken(service.id);
    const id = requestId === undefined ? {} : { 'x-request-id': requestId };
    const name = `${service.id} ${endpoint.method} ${endpoint.path}`;
    return inSpan(name, { 'atrium.service': service.id }, async () => {
      const sent = { ...headers, ...id, ...(isUrgent && { [URGENT_HEADER]: 'true' }), ...traceHeaders() };
      const request = toRequest(endpoint, parts, {
        token,
        headers: { 'accept-encoding': 'identity', ...sent },
      });
      refuseTooLarge(service, endpoint, request.body);
      const response = await sendToService(service, { ...request, signal });
      if (response.statusCode < 300) return response.body;
      throw readServiceError(service.name, endpoint, response, await readText(response.body));
    });
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
      const body = await send(service, endpoint, parts, options, signal);
      return await read(service.name, await readText(body));
    } catch (error) {
      throw toAppError(service, endpoint, error, timeoutMs, options.signal);
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
        const body = await send(service, endpoint, request as RequestParts, options, signal);
        clearTimeout(timer);
        yield* readLines(body);
      } catch (error) {
        throw toAppError(service, endpoint, error, timeoutMs, options.signal);
      } finally {
        clearTimeout(timer);
        leave.abort();
      }
    },
  };
}

/** The service would close the connection while this is still being sent, and seem to be away. */
function refuseTooLarge({ name }: CalledService, { maxBodyBytes }: Endpoint, body: string | undefined): void {
  if (maxBodyBytes === undefined || body === undefined) return;
  const bytes = Buffer.byteLength(body);
  if (bytes <= maxBodyBytes) return;
  const [limit, amount] = [limitAmount(maxBodyBytes, 'bytes'), limitAmount(bytes, 'bytes')];
  throw new TooLargeError(
    `${name} accepts ${limit} at a time, and this is ${amount}. Please choose fewer files.`,
  );
}

function joinSignals(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Failures of the connection become "unavailable" or "unconfirmed"; answers of the service and the caller's own abort stay. */
function toAppError(
  { name }: CalledService,
  endpoint: Endpoint,
  error: unknown,
  timeoutMs: number,
  callers: AbortSignal | undefined,
): unknown {
  if (callers?.aborted) return callers.reason;
  if (error instanceof AppError) return error;
  return lostRequest(name, error, { isChange: isChange(endpoint), timeoutMs });
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

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > MAX_RESPONSE_BYTES) throw new TooLargeError('The response of the service is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function* readLines(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
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
