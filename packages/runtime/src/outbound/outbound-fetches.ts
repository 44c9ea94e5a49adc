import { FUNCTIONS_FOLDER } from '@atrium/contract/service-api/files/item-file-names';
import { RequestEnvelope } from '@atrium/contract/service-api/functions/http-envelope';
import { targetOf } from '@atrium/contract/service-api/functions/usage-target';
import { AppError } from '@atrium/host/errors';
import { isHeaderValue, isToken } from '@atrium/host/header-text';
import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest, type GuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError, type OutboundFailure } from '@atrium/host/outbound/outbound-error';
import { Semaphore } from '@atrium/host/semaphore';
import { z } from 'zod';
import { nameOf } from '../functions/function-paths.ts';
import type { HostCaller, HostOperation } from '../functions/sandbox-calls.ts';
import type { Meter } from '../metering/meter.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import type { Invocations } from '../storage/invocation.service.ts';
import type { AllowedHosts } from './allowed-hosts.service.ts';
import { hostOf, matchesHost } from './host-patterns.ts';

const MAX_REQUESTS = 50;
const MAX_AT_ONCE = 6;
const MAX_BYTES = 10 * 1024 * 1024;
/** Requests with bodies of one call that may wait for others of it: their bodies are in memory. */
const MAX_BODIES_WAITING = 12;
/** All requests of a process: a request weighs 1, and 1 more for each MiB of its body. */
const PROCESS_LIMITS = { permits: 96, permitsPerKey: 24 };
const MIB = 1024 * 1024;
/** For a request with all its redirects. */
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 10;
const MAX_URL = 8_192;

const FetchArgument = RequestEnvelope.extend({
  redirect: z.enum(['follow', 'manual', 'error']).default('follow'),
});

const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** Headers that frame the request or belong to the connection: the client sets them. */
const CONNECTION_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const CREDENTIAL_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);
const BODY_HEADERS = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface Parts {
  hosts: Pick<AllowedHosts, 'isAllowed'>;
  invocations: Pick<Invocations, 'countFetchBytes' | 'takeFetch'>;
  meter: Meter;
  policy: AddressPolicy;
}

interface Sent {
  method: string;
  url: URL;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
}

interface Answer extends Pick<Response, 'headers' | 'status'> {
  body: Buffer;
}

/** State of one call of a function. */
interface CallState {
  requests: number;
  /** Requests with bodies that haven't ended. */
  bodies: number;
  atOnce: Semaphore;
}

/** Requests of functions to hosts that they declare and their domain allows. */
export class OutboundFetches {
  readonly #parts: Parts;
  readonly #request: GuardedRequest;
  readonly #calls = new WeakMap<HostCaller, CallState>();
  readonly #process = new Semaphore(PROCESS_LIMITS, {
    full: () => new Error('never full'),
    aborted: () =>
      refused('The request did not begin within 30 s, because others were under way: send fewer at once'),
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#request = createGuardedRequest(createAddressGuard(parts.policy), {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
  }

  readonly operation: HostOperation = async (caller, argument, called = []) => {
    const length = bodyLengthOf(argument);
    const state = this.#calls.get(caller) ?? {
      requests: 0,
      bodies: 0,
      atOnce: new Semaphore({ permits: MAX_AT_ONCE }, { full: () => new Error('never full') }),
    };
    this.#calls.set(caller, state);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const send = (request: Sent) => this.#send(caller, state, request, { called, signal });
    const { domainId } = caller.identity;
    const weight = 1 + Math.min(MAX_BYTES / MIB, Math.ceil(length / MIB));
    const [bodies, most] = [length > 0 ? 1 : 0, MAX_AT_ONCE + MAX_BODIES_WAITING];
    if (state.bodies + bodies > most)
      throw refused(
        `A call has at most ${most} requests with bodies at once: await some before you send more`,
      );
    state.bodies += bodies;
    try {
      return await state.atOnce.run('', () =>
        this.#process.run(
          domainId,
          async () => {
            const { redirect, ...sent } = readRequest(argument);
            return await follow(send, sent, redirect, caller);
          },
          { signal, weight },
        ),
      );
    } finally {
      state.bodies -= bodies;
    }
  };

  async #send(
    caller: HostCaller,
    state: CallState,
    { method, url, headers, body }: Sent,
    { called, signal }: { called: readonly string[]; signal: AbortSignal },
  ): Promise<Answer> {
    const { hosts, invocations, meter } = this.#parts;
    const { identity, live, call } = caller;
    const host = hostOf(url);
    checkDeclared(caller, host, called);
    if (!(await hosts.isAllowed(identity.domainId, host))) {
      throw refused(
        `${host} is not allowed in this domain yet: someone with the permission configuration.protect allows it on the page Secrets & variables, under Hosts`,
      );
    }
    state.requests += 1;
    if (state.requests > MAX_REQUESTS)
      throw refused(`A call sends at most ${MAX_REQUESTS} requests, redirects included`);
    takeFetch(invocations, identity);
    let bytes = body?.length ?? 0;
    try {
      const grouped = Map.groupBy(headers, ([name]) => name.toLowerCase());
      const response = await this.#request(url.href, {
        method,
        headers: Object.fromEntries([...grouped].map(([name, all]) => [name, all.map(([, value]) => value)])),
        body,
        signal,
      });
      const received = Buffer.from(await response.arrayBuffer());
      bytes += received.length;
      return { status: response.status, headers: response.headers, body: received };
    } catch (error) {
      throw refused(sentenceOf(error, host), error);
    } finally {
      invocations.countFetchBytes(identity.domainId, bytes);
      const target = targetOf(call?.function ?? '');
      const used = { identity, target, version: live.version, durationMs: 0, memoryBytes: bytes };
      await meter.record({ ...used, metric: 'fetch', calls: 1 });
    }
  }
}

/** Follows redirects as browsers do; each address is checked like the first. */
async function follow(
  send: (request: Sent) => Promise<Answer>,
  first: Sent,
  redirect: z.infer<typeof FetchArgument>['redirect'],
  { hide }: HostCaller,
) {
  let request = first;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(request);
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null || redirect === 'manual') return toEnvelope(response, request.url, redirects > 0);
    if (redirect === 'error') throw refused(`${hostOf(request.url)} answered with a redirect`);
    if (redirects === MAX_REDIRECTS) throw refused(`More than ${MAX_REDIRECTS} redirects`);
    request = redirected(request, response.status, location, hide);
  }
}

function redirected(request: Sent, status: number, location: string, hide: HostCaller['hide']): Sent {
  const url = readUrl(location, request.url);
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || (status < 303 && request.method === 'POST');
  const isElsewhere = url.origin !== request.url.origin;
  const isKept = ([name, value]: [string, string]) => {
    const lower = name.toLowerCase();
    if (becomesGet && BODY_HEADERS.has(lower)) return false;
    return !isElsewhere || (!CREDENTIAL_HEADERS.has(lower) && (!hide || hide(value) === value));
  };
  return {
    method: becomesGet ? 'GET' : request.method,
    url,
    headers: request.headers.filter(isKept),
    body: becomesGet ? undefined : request.body,
  };
}

function toEnvelope({ status, headers, body }: Answer, url: URL, wasRedirected: boolean) {
  return {
    status,
    headers: [...headers],
    body: body.length > 0 ? body.toString('base64') : null,
    url: url.href,
    redirected: wasRedirected,
  };
}

function bodyLengthOf(argument: unknown): number {
  const { body } = (argument ?? {}) as { body?: unknown };
  return typeof body === 'string' ? body.length : 0;
}

/** The argument comes from the customer's code, which may have replaced the classes that check it. */
function readRequest(argument: unknown): Sent & Pick<z.infer<typeof FetchArgument>, 'redirect'> {
  const parsed = FetchArgument.safeParse(argument);
  if (!parsed.success) throw refused('This is no request');
  const { method, url, headers, body, redirect } = parsed.data;
  if (!isToken(method) || FORBIDDEN_METHODS.has(method.toUpperCase()))
    throw refused(`${JSON.stringify(method.slice(0, 50))} is no method of a request`);
  const kept = headers.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  for (const [name, value] of kept) {
    if (!isToken(name)) throw refused(`${JSON.stringify(name.slice(0, 50))} is no name of a header`);
    if (!isHeaderValue(value)) throw refused(`The header ${name} has characters that no header may have`);
  }
  const bytes = body === null ? undefined : Buffer.from(body, 'base64');
  if (bytes && bytes.length > MAX_BYTES) throw refused('A request must not be larger than 10 MiB');
  if (bytes && (method === 'GET' || method === 'HEAD')) throw refused(`A ${method} request has no body`);
  const framed: [string, string][] = bytes ? [['content-length', String(bytes.length)]] : [];
  return { method, url: readUrl(url), headers: [...kept, ...framed], body: bytes, redirect };
}

function readUrl(text: string, base?: URL): URL {
  const url = text.length > MAX_URL ? null : URL.parse(text, base?.href);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused(`${JSON.stringify(text.slice(0, 100))} is no address that can be reached: use https://`);
  if (url.username !== '' || url.password !== '')
    throw refused('An address must not contain a name and a password: use the header Authorization');
  return url;
}

/** The called function declares the host, or a function that it has called. */
function checkDeclared({ live, call }: HostCaller, host: string, called: readonly string[]): void {
  const first = call?.function ?? '';
  const declares = (name: string) =>
    live.declarations.get(name)?.fetch.some((pattern) => matchesHost(pattern, host)) ?? false;
  if ([first, ...called.map(nameOf)].some(declares)) return;
  throw refused(
    `The function does not declare ${host}: add it to fetch in ${FUNCTIONS_FOLDER}/${first}.meta.js`,
  );
}

function takeFetch(invocations: Parts['invocations'], identity: HostCaller['identity']): void {
  try {
    invocations.takeFetch(identity);
  } catch (error) {
    if (error instanceof AppError) throw new HostCallError('LimitReached', error.message);
    throw error;
  }
}

const SENTENCES: Partial<Record<OutboundFailure, (host: string) => string>> = {
  ADDRESS_NOT_ALLOWED: (host) => `${host} is a private address, which functions must not reach`,
  PORT_NOT_ALLOWED: (host) => `${host} is at a port of another protocol`,
  NOT_ENCRYPTED: (host) => `${host} can be reached with https only`,
  TOO_LARGE: (host) => `${host} answered with more than 10 MiB`,
  TIMEOUT: (host) => `${host} did not answer within 30 s`,
  LOOKUP_TIMEOUT: (host) => `The name ${host} could not be looked up in time`,
};

function sentenceOf(error: unknown, host: string): string {
  if (error instanceof OutboundError)
    return SENTENCES[error.failure]?.(host) ?? `${host} could not be reached`;
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isLate ? `${host} did not answer within 30 s` : `${host} could not be reached`;
}

/** `fetch` fails with a TypeError, here as elsewhere. */
function refused(message: string, cause?: unknown): HostCallError {
  const error = new HostCallError('TypeError', `fetch: ${message}`);
  if (cause !== undefined) error.cause = cause;
  return error;
}
