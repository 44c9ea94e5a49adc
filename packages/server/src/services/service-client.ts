import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  fillPath,
} from '@atrium/contract/endpoint';
import { TooLargeError, UnavailableError } from '../http/errors.ts';
import { readServiceError } from './service-error.ts';

export interface ServiceCallOptions {
  /** Until the whole answer is there; for streams until it begins. */
  timeoutMs?: number;
  /** Gives the call up; the service sees the connection close. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Calls endpoints of services with a token that is good for that one service only. */
export interface ServiceClient {
  /** Throws UnavailableError when the service is down, else the error it answered with. */
  call<E extends Endpoint>(
    serviceId: string,
    endpoint: E,
    request: EndpointRequest<E>,
    options?: ServiceCallOptions,
  ): Promise<EndpointResponse<E>>;
  /** The lines of an answer in JSON lines (NDJSON), as they arrive. Leaving the loop ends the call. */
  stream<E extends Endpoint>(
    serviceId: string,
    endpoint: E,
    request: EndpointRequest<E>,
    options?: ServiceCallOptions,
  ): AsyncIterable<unknown>;
}

/** What must be known of a service to call it. */
export interface CalledService {
  id: string;
  name: string;
  address: string;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_LINE_CHARACTERS = 4 * 1024 * 1024;

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

export function createServiceClient(
  findService: (serviceId: string) => Promise<CalledService>,
  /** Without a token only what a service tells everyone can be read. */
  issueToken: (serviceId: string) => Promise<string | undefined>,
): ServiceClient {
  async function send(
    service: CalledService,
    endpoint: Endpoint,
    { params, query, body }: Parts,
    { headers }: ServiceCallOptions,
    signal: AbortSignal,
  ): Promise<Response> {
    const url = new URL(service.address + fillPath(endpoint.path, params));
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const token = await issueToken(service.id);
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A registered address is all that is ever called: a service cannot send the platform elsewhere.
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw readServiceError(service.name, response.status, await readText(response));
    return response;
  }

  return {
    async call(serviceId, endpoint, request, options = {}) {
      const service = await findService(serviceId);
      const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const signal = joinSignals(timeout, options.signal);
        const response = await send(service, endpoint, request as Parts, options, signal);
        const text = await readText(response);
        return parseAnswer(service.name, endpoint, text) as never;
      } catch (error) {
        throw asUnavailable(service, error, timeout, timeoutMs, options.signal);
      }
    },

    async *stream(serviceId, endpoint, request, options = {}) {
      const service = await findService(serviceId);
      const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
      const untilBegin = new AbortController();
      const timer = setTimeout(() => untilBegin.abort(), timeoutMs);
      const leave = new AbortController();
      try {
        const signal = joinSignals(untilBegin.signal, leave.signal, options.signal);
        const response = await send(service, endpoint, request as Parts, options, signal);
        clearTimeout(timer);
        if (response.body !== null) yield* readLines(response.body);
      } catch (error) {
        throw asUnavailable(service, error, untilBegin.signal, timeoutMs, options.signal);
      } finally {
        clearTimeout(timer);
        leave.abort();
      }
    },
  };
}

function joinSignals(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Failures of the connection become "unavailable"; answers of the service and the caller's own abort stay. */
function asUnavailable(
  service: CalledService,
  error: unknown,
  timeout: AbortSignal,
  timeoutMs: number,
  callers: AbortSignal | undefined,
): unknown {
  if (callers?.aborted) return error;
  if (timeout.aborted) {
    const seconds = Math.ceil(timeoutMs / 1000);
    return new UnavailableError(`${service.name} did not answer within ${seconds} s.`, 5, error);
  }
  // What fetch throws when it cannot connect, is redirected, or loses the connection.
  if (error instanceof TypeError) {
    return new UnavailableError(`${service.name} cannot be reached.`, 5, error);
  }
  return error;
}

function parseAnswer(name: string, endpoint: Endpoint, text: string): unknown {
  if (endpoint.produces !== 'json') return text;
  let answer: unknown;
  try {
    answer = text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    throw new UnavailableError(`${name} answered something that is not JSON.`, 5, error);
  }
  const checked = endpoint.response.safeParse(answer);
  if (checked.success) return checked.data;
  throw new UnavailableError(
    `${name} answered something that its contract does not allow.`,
    5,
    checked.error,
  );
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new TooLargeError('The answer of the service is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) throw new TooLargeError('A line of the answer is too long.');
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield JSON.parse(rest);
}
