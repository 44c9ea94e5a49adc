import { ApiError } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { fillPath } from './endpoint-path.ts';

/** Endpoint fields needed to send a call. */
export type CalledEndpoint = Pick<Endpoint, 'method' | 'path' | 'produces'>;

/** The values of a call, by the parts of the request that carry them. */
export interface RequestParts {
  params?: Record<string, unknown>;
  query?: object;
  body?: unknown;
}

export interface SendOptions extends Omit<RequestInit, 'method' | 'body' | 'headers'> {
  /** Base URL of the endpoint; the page's own host by default. */
  base?: string | undefined;
  token?: string | undefined;
  headers?: Record<string, string> | undefined;
  fetch?: typeof fetch | undefined;
}

/** The request of a call: everything about it but its values comes from the endpoint. The path has the query. */
export function toRequest(
  { method, path, produces }: CalledEndpoint,
  { params, query, body }: RequestParts,
  { token, headers }: Pick<SendOptions, 'token' | 'headers'>,
) {
  return {
    method,
    path: fillPath(path, params) + toQuery(query),
    headers: {
      accept: produces === 'json' ? 'application/json' : produces,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Sends a call of the contract. Answers whatever came, a success or not. */
export function fetchCall(
  endpoint: CalledEndpoint,
  parts: RequestParts,
  { base = '', token, headers, fetch: fetcher = fetch, ...init }: SendOptions = {},
): Promise<Response> {
  const { path, body, ...request } = toRequest(endpoint, parts, { token, headers });
  return fetcher(base + path, { ...init, ...request, ...(body !== undefined && { body }) });
}

/** Like `fetchCall`, but throws an `ApiError` for all failures except an abort by its signal. */
export async function sendCall(
  endpoint: CalledEndpoint,
  parts: RequestParts,
  options: SendOptions = {},
): Promise<Response> {
  const response = await fetchCall(endpoint, parts, options).catch((cause: unknown) => {
    throw brokenOff(cause, options.signal);
  });
  if (response.ok) return response;
  const body = await readBody(response).catch(() => undefined);
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  // In seconds, as the platform sends it: a date, which a proxy may send, is no number and tells nothing.
  const retryAfterMs = Number(headers.get('retry-after')) * 1000 || undefined;
  throw new ApiError(status, body, { requestId, retryAfterMs });
}

/** Error for a missing or truncated response; returns `cause` itself if the signal aborted the call. */
export function brokenOff(cause: unknown, signal?: AbortSignal | null): unknown {
  // A limit of time gives nothing up: there was no response.
  const { aborted, reason } = signal ?? {};
  if (aborted && (reason as Error).name !== 'TimeoutError') return cause;
  return new ApiError(0, cause instanceof Error ? cause.message : undefined, { cause });
}

/** The values of an answer, or its text where that is not JSON; undefined where it is empty. */
export async function readBody(response: Response): Promise<unknown> {
  return parseBody(await response.text());
}

/** Like `readBody`, for a text that has been read. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the query of a URL with its question mark; empty where there is nothing to ask. */
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
