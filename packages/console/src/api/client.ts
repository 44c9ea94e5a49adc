import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { fillPath, isPublicPath } from '@atrium/contract/endpoint-path';
import { ApiError } from './api-error.ts';
import { type RefreshOutcome, ReplayQueue } from './replay-queue.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** `low` for what the page does not wait for. */
  priority?: RequestPriority;
  headers?: Record<string, string>;
  /** Address of a service, for the calls that every service offers. */
  base?: string | undefined;
  /** Makes a repeated write count once. */
  idempotencyKey?: string | undefined;
}

export interface ClientParts {
  /** Origin of the platform; empty in the browser. */
  origin?: string;
  token: () => string | undefined;
  /** Asks for another token after a 401. */
  refresh: () => Promise<RefreshOutcome>;
  fetch?: typeof fetch;
}

export type ApiClient = ReturnType<typeof createClient>;

/** The typed client: everything about a call but its values comes from the contract's endpoint object. */
export function createClient({
  origin = '',
  token,
  refresh,
  fetch: fetcher = (...args) => fetch(...args),
}: ClientParts) {
  const queue = new ReplayQueue(refresh);

  async function send(url: string, init: RequestInit, hasToken: boolean): Promise<Response> {
    const headers = new Headers(init.headers);
    const bearer = hasToken ? token() : undefined;
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
    const response = await fetcher(url, { ...init, headers }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ApiError(0, error instanceof Error ? error.message : undefined);
    });
    if (!response.ok) throw await toError(response);
    return response;
  }

  /** The raw answer of a success, for streams and files; errors are thrown as `ApiError`. */
  async function request<E extends Endpoint>(
    endpoint: E,
    input: EndpointRequest<E>,
    { signal, priority, headers = {}, base = '', idempotencyKey }: CallOptions = {},
  ): Promise<Response> {
    const { params, query, body } = input as {
      params?: Record<string, unknown>;
      query?: object;
      body?: unknown;
    };
    const url = origin + base + fillPath(endpoint.path, params) + toQuery(query);
    const hasToken = !isPublicPath(endpoint.path);
    const init: RequestInit = {
      method: endpoint.method,
      headers: {
        accept: endpoint.produces === 'json' ? 'application/json' : endpoint.produces,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(priority && { priority }),
    };
    const isRepeatable = hasToken && endpoint.access !== 'PUBLIC';
    const isExpired = (error: unknown) => isRepeatable && error instanceof ApiError && error.status === 401;
    const usedToken = token();
    const repeat = () => send(url, init, hasToken);
    try {
      return await repeat();
    } catch (error) {
      if (!isExpired(error)) throw error;
      const hasNewToken = token() !== undefined && token() !== usedToken;
      // Its refusal came after the others had asked for a token: that token is tried first.
      const again = hasNewToken ? await repeat().catch((thrown: unknown) => thrown) : error;
      if (again instanceof Response) return again;
      if (!isExpired(again)) throw again;
      return queue.wait(repeat, again, signal);
    }
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: EndpointRequest<E>,
    options?: CallOptions,
  ): Promise<EndpointResponse<E>> {
    const response = await request(endpoint, input, options);
    return (await readBody(response)) as EndpointResponse<E>;
  }

  return { call, request };
}

function toQuery(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

async function toError(response: Response): Promise<ApiError> {
  const body = await readBody(response).catch(() => undefined);
  return new ApiError(response.status, body, response.headers.get('x-request-id') ?? undefined);
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
