import { callTogether, type TogetherCall, type TogetherResponse } from '@atrium/contract/call-together';
import type { Endpoint } from '@atrium/contract/endpoint';
import { UnprocessableError } from '@atrium/host/errors';
import { ResponseInLines } from '@atrium/host/http/bodies/responses';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from './route.ts';

/** Headers that determine the caller, their address and language: each call receives these as if sent alone. */
const KEPT_HEADERS = ['authorization', 'x-forwarded-for', 'user-agent', 'accept-language'];

/** Forwarded to the service by `serviceProxyRoutes`, which takes every path. */
const SERVICE_HEALTH: Offered = { method: 'GET', path: '/services/{serviceId}/health' };

type Offered = Pick<Endpoint, 'method' | 'path'>;

/** Registered before all routes of which some can be called together. */
export function togetherRoutes(app: FastifyInstance): void {
  const offered: Offered[] = [SERVICE_HEALTH];
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint?.isTogether) offered.push(config.endpoint);
  });

  route(app, callTogether, ({ body: { calls }, request }) => {
    for (const call of calls) requireOffered(offered, call);
    return new ResponseInLines(inOrder(calls.map((call, index) => callAlone(app, request, call, index))));
  });
}

function requireOffered(offered: readonly Offered[], { method, path }: TogetherCall): void {
  const plain = path.replace(/\?.*/s, '');
  const isOffered = offered.some((endpoint) => endpoint.method === method && isPathOf(endpoint.path, plain));
  if (isOffered && isAsRouted(plain)) return;
  throw new UnprocessableError(`${method} ${path} cannot be called together with others.`);
}

/**
 * Whether the router sees exactly this path: in an address, a backslash can move up, and a hash ends the routed part.
 */
function isAsRouted(path: string): boolean {
  return URL.parse(path, 'http://here')?.pathname === path;
}

function isPathOf(pattern: string, path: string): boolean {
  const [parts, given] = [pattern.split('/'), path.split('/')];
  return (
    parts.length === given.length && parts.every((part, at) => part === given[at] || part.startsWith('{'))
  );
}

/** Passes all that a call of its own passes: the count of calls, sign-in, permissions, checks and the log. */
async function callAlone(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  { method, path, body }: TogetherCall,
  index: number,
): Promise<TogetherResponse> {
  const kept = KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      ...Object.fromEntries(kept),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    remoteAddress: socket.remoteAddress ?? '',
  });
  return { index, status: answer.statusCode, body: answer.body };
}

/** Each answer as soon as it is there. */
async function* inOrder(answers: Promise<TogetherResponse>[]): AsyncGenerator<string> {
  const pending = new Map(answers.map((answer, index) => [index, answer]));
  while (pending.size > 0) {
    const first = await Promise.race(pending.values());
    pending.delete(first.index);
    yield `${JSON.stringify(first)}\n`;
  }
}
