import type { Endpoint, EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import type { FieldError } from '@atrium/contract/errors';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';

type Given<E extends Endpoint> = EndpointResponse<E> | Response;
type Reply<E extends Endpoint> = (input: EndpointInput<E>, headers: Headers) => Given<E> | Promise<Given<E>>;

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
  reply: Reply<Endpoint>;
}

let routes: Route[] = [];
/** What was sent or answered against the contract. */
let faults: string[] = [];

beforeEach(async () => {
  // Parts of the test before are still mounted, and would call this one.
  await cleanup();
  vi.stubGlobal('fetch', answerCall);
});
afterEach(() => {
  const found = faults;
  routes = [];
  faults = [];
  vi.unstubAllGlobals();
  if (found.length > 0) throw new Error(`Calls against the contract:\n${found.join('\n')}`);
});

/**
 * How the platform answers an endpoint from here on, until the end of the test. Only the network is replaced: what is
 * sent and what is answered must keep to the contract, as with the real one.
 */
export function answer<E extends Endpoint>(endpoint: E, reply: Reply<E>): void {
  const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  routes.unshift({ endpoint, pattern, reply });
}

/** An error response, as the platform words it. */
export function refusal(status: number, message: string, errors?: FieldError[]): Response {
  const body = { status, message, requestId: 'component-test', ...(errors && { errors }) };
  return Response.json(body, { status });
}

async function answerCall(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(address, init);
  request.signal.throwIfAborted();
  const { pathname, searchParams } = new URL(request.url);
  const call = `${request.method} ${pathname}`;
  const route = routes.find(
    ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(pathname),
  );
  if (!route) return fault(`${call}: this test does not answer it`);
  const { endpoint, pattern, reply } = route;
  const encoded = Object.entries(pattern.exec(pathname)?.groups ?? {});
  const params = Object.fromEntries(encoded.map(([name, value]) => [name, decodeURIComponent(value)]));
  const text = await request.text();
  const part = (name: 'params' | 'query' | 'body', value: unknown) => {
    const { data, error } = endpoint[name].safeParse(value);
    if (error) fault(`${call}: ${name}: ${error.message}`);
    return data;
  };
  // Of an endpoint that takes a query, none is an empty one.
  const hasQuery = searchParams.size > 0 || !endpoint.query.safeParse(undefined).success;
  const given = await reply(
    {
      params: part('params', Object.keys(params).length > 0 ? params : undefined),
      query: part('query', hasQuery ? Object.fromEntries(searchParams) : undefined),
      body: part('body', text === '' ? undefined : JSON.parse(text)),
    },
    request.headers,
  );
  if (given instanceof Response) return given;
  if (endpoint.status === 204) return new Response(null, { status: 204 });
  const { data, error } = endpoint.response.safeParse(given);
  return error ? fault(`${call}: answer: ${error.message}`) : Response.json(data);
}

function fault(message: string): Response {
  faults.push(message);
  return refusal(500, message);
}
