import { isUtf8 } from 'node:buffer';
import {
  type AddressRequest,
  type AddressResponse,
  MAX_ADDRESS_BODY_BYTES,
} from '@atrium/contract/service-api/functions/address-call';
import { HTTP_METHODS } from '@atrium/contract/service-api/functions/declaration';
import { type HttpCall, ResponseEnvelope } from '@atrium/contract/service-api/functions/http-envelope';
import { MAX_LOGGED_TEXT } from '@atrium/contract/service-api/functions/invocations';
import type { NotedRequests, RefusalReason } from '@atrium/contract/service-api/functions/refused-requests';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  TooLargeError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnavailableError,
} from '@atrium/host/errors';
import { isHeaderValue, isToken } from '@atrium/host/header-text';
import { type Permit, Semaphore } from '@atrium/host/semaphore';
import type { Kysely } from 'kysely';
import { type Address, AddressTable, type FoundPath } from '../configuration/address-table.ts';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { Caller, ServiceTokens } from '../host/service-token.ts';
import type { RefusedRequests } from '../invocations/refused-requests.service.ts';
import type { Cancellation } from '../sandbox/cancellation.ts';
import type { AddressLimits } from '../storage/address-limits.ts';
import type { FunctionValues } from '../values/values.service.ts';
import {
  deleteAcceptedRequest,
  finishAcceptedRequest,
  insertAcceptedRequest,
} from './accepted-request.repository.ts';
import { isDisabled, pathOf } from './function-paths.ts';
import type { Functions } from './functions.service.ts';
import { Refusal, reasonOf } from './refusal.ts';
import { checkSignature } from './signature.ts';

interface Parts {
  serviceId: string;
  db: Kysely<RuntimeDatabase>;
  functions: Pick<Functions, 'answer'>;
  live: LiveConfigurations;
  tokens: Pick<ServiceTokens, 'verify'>;
  limits: AddressLimits;
  refusedRequests: Pick<RefusedRequests, 'note'>;
  /** Of all services of the process. */
  largeBodies: Semaphore;
  /** Current value of a secret, and the one that it replaces. */
  secrets: Pick<FunctionValues, 'readSecret' | 'noteVerified'>;
  now: () => Date;
}

export interface AddressAnswer {
  head: AddressResponse;
  body: Buffer;
}

type Headers = AddressResponse['headers'];

const DAY_MS = 86_400_000;
/** Head of a response: more is refused by browsers and proxies. */
const MAX_HEAD_LENGTH = 16 * 1024;
/** Headers by which a caller proves something: no function and no log gets those that were meant for the platform. */
const CREDENTIALS = new Set(['authorization', 'x-api-key']);
const NEVER_LOGGED = new Set([...CREDENTIALS, 'cookie', 'proxy-authorization']);

const RETRY_SECONDS = 60;
/** Bytes of a body for the log: more than it keeps, so that it shows that the body was cut. */
const MAX_LOGGED_BYTES = 3 * MAX_LOGGED_TEXT;
/** Larger bodies are few at once: a call holds several copies of its own. */
const LARGE_BODY_BYTES = 64 * 1024;
/** A call waits and runs for less; a longer one has ended with its process. */
const LEASE_MS = 120_000;

/** Limits the large bodies that a process holds at once, in bytes, and in bodies for each domain. */
export function createBodyLimit(permits = 128 * 1024 * 1024, permitsPerKey = 16): Semaphore {
  const full = () => new UnavailableError('Too many large requests are being answered.', 1);
  return new Semaphore({ permits, permitsPerKey, maxWaiting: 0 }, { full });
}

/** Requests to the addresses of functions, as the platform passes them on. */
export class Addresses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async answer(
    nobody: Caller,
    request: AddressRequest,
    body: Buffer,
    left: Cancellation,
  ): Promise<AddressAnswer> {
    const { live, paths } = await this.#find(nobody, request.path);
    if (paths.length === 0) {
      const answer = toRefusal(new NotFoundError('There is nothing at this address.'));
      return { ...answer, head: { ...answer.head, isUnknown: true } };
    }
    if (request.method === 'OPTIONS') return answerPreflight(paths, request);
    const { path, address } = addressOf(paths, request.method);
    if (!path || !address) {
      this.#note(nobody.domainId, functionsAt(paths), 'METHOD');
      const allow = methodsOf(paths).join(', ');
      return toAnswer(405, `This address takes ${allow}.`, [['allow', allow]]);
    }
    const answer = await this.#call(
      nobody,
      live,
      { request, body, address, values: path.values },
      left,
    ).catch((thrown: unknown) => {
      const error = thrown instanceof Refusal ? thrown.error : thrown;
      if (!(error instanceof AppError)) throw error;
      const reason = thrown instanceof Refusal ? thrown.reason : reasonOf(error);
      if (reason) this.#note(nobody.domainId, [address.function], reason);
      if (error.status < 500) return toRefusal(error);
      throw error;
    });
    return {
      ...answer,
      head: { ...answer.head, headers: withOrigin(address, request, answer.head.headers) },
    };
  }

  /** Counts requests that the platform refused itself. Returns the positions of those to paths that no function has. */
  async noteRefused(nobody: Caller, requests: readonly NotedRequests[]): Promise<number[]> {
    const unknown: number[] = [];
    for (const [index, { path, method, reason, count, firstOn, lastOn }] of requests.entries()) {
      const { paths } = await this.#find(nobody, path);
      const { address } = addressOf(paths, method);
      const functions = address ? [address.function] : functionsAt(paths);
      const times = { count, firstOn: new Date(firstOn), lastOn: new Date(lastOn) };
      if (functions.length === 0) unknown.push(index);
      else this.#note(nobody.domainId, functions, reason, times);
    }
    return unknown;
  }

  #note(
    domainId: string,
    functions: readonly string[],
    reason: RefusalReason,
    times?: Parameters<RefusedRequests['note']>[1],
  ): void {
    const { refusedRequests, serviceId } = this.#parts;
    for (const name of functions)
      refusedRequests.note({ domainId, serviceId, function: name, reason }, times);
  }

  /** Callable functions whose addresses have a path, for the platform. */
  async #find({ userId, domainId }: Caller, path: string) {
    if (userId !== NOBODY_ID) throw new ForbiddenError('Only the platform calls addresses.');
    const { live: lives, serviceId } = this.#parts;
    const live = await lives.get({ domainId, serviceId });
    const found = AddressTable.of(live.declarations).find(path);
    return { live, paths: found.map(onlyCallable(live)).filter(hasAny) };
  }

  async #call(
    nobody: Caller,
    live: LiveConfiguration,
    asked: { request: AddressRequest; body: Buffer; address: Address; values: readonly string[] },
    left: Cancellation,
  ): Promise<AddressAnswer> {
    const { functions, limits } = this.#parts;
    const { request, body, address, values } = asked;
    const caller = await this.#callerOf(nobody, request, address);
    if (body.byteLength > MAX_ADDRESS_BODY_BYTES)
      throw new TooLargeError('A request to this address has at most 6 MiB.');
    using _permit = await this.#holdBody(nobody.domainId, body);
    const digest = await this.#checkSignature(nobody.domainId, request, body, address);
    // Requests of anyone without a valid signature take nothing of the day of the domain.
    limits.take(nobody, `${this.#parts.serviceId} ${address.function}`);
    const accepted = digest && (await this.#accept(nobody.domainId, address, digest));
    const call = toCall(request, address, values);
    let response: AddressAnswer | undefined;
    const startedBy = `${request.method} ${address.http.path}`;
    try {
      const result = await functions.answer(
        caller,
        {
          live,
          name: address.function,
          startedBy,
          read: () => ({
            input: JSON.stringify(call),
            requestBody: body.toString('base64'),
            logged: toLogged(call, body),
          }),
          check: (text) => {
            const checked = readResponse(text);
            if ('problem' in checked) return checked;
            response = checked;
            return { logged: toLoggedResponse(checked) };
          },
        },
        left,
      );
      // Its message and its stack are the owner's, who finds them in the log.
      const answer = result.failure || !response ? toAnswer(500, 'The function failed.') : response;
      await (answer.head.status >= 500 ? accepted?.giveBack() : accepted?.finish());
      return answer;
    } catch (error) {
      await accepted?.giveBack();
      throw error;
    }
  }

  /** Throws 503 while the process holds as many bytes of large bodies as it may, or the domain as many bodies. */
  #holdBody(domainId: string, { byteLength }: Buffer): Promise<Permit> | undefined {
    if (byteLength <= LARGE_BODY_BYTES) return undefined;
    return this.#parts.largeBodies.acquire(domainId, { weight: byteLength });
  }

  /** Nobody, or the person that the address asks for. */
  async #callerOf(nobody: Caller, { person }: AddressRequest, { http }: Address): Promise<Caller> {
    if (http.access === 'public') return nobody;
    if (person?.by !== http.access) {
      throw new UnauthenticatedError(
        http.access === 'key'
          ? 'This address needs an access key: send it as "Authorization: Bearer …" or "X-Api-Key".'
          : 'This address needs the access token of a person: send it as "Authorization: Bearer …".',
      );
    }
    const caller = await this.#parts.tokens.verify(`Bearer ${person.token}`, this.#parts.serviceId);
    if (caller.domainId !== nobody.domainId || !caller.permissions.includes('functions.invoke'))
      throw new Refusal(
        'PERMISSION',
        new ForbiddenError('Calling functions is not among the permissions of this caller.'),
      );
    return caller;
  }

  /** Returns the digest of a request that is accepted once only. */
  async #checkSignature(
    domainId: string,
    { headers }: AddressRequest,
    body: Buffer,
    { http: { verify } }: Address,
  ): Promise<Buffer | undefined> {
    if (!verify) return undefined;
    const { secrets, now } = this.#parts;
    const values = await secrets.readSecret(domainId, verify.secret);
    if (values.length === 0) {
      const error = new UnavailableError('This address takes no requests yet.', RETRY_SECONDS);
      throw new Refusal('SECRET_UNSET', error);
    }
    const checked = checkSignature(verify, { headers, body }, values, now());
    if ('problem' in checked) throw new Refusal(checked.reason, new UnauthenticatedError(checked.problem));
    secrets.noteVerified(domainId, verify.secret);
    return checked.digest;
  }

  /** Accepts a request for good when it is finished; until then for as long as its function can run at most. */
  async #accept(domainId: string, { function: name }: Address, digest: Buffer) {
    const { db, serviceId, now } = this.#parts;
    const accepted = { domainId, serviceId, function: name, digest };
    const acceptedOn = now();
    const leasedUntil = new Date(acceptedOn.getTime() + LEASE_MS);
    const forgetBefore = new Date(acceptedOn.getTime() - DAY_MS);
    const state = await insertAcceptedRequest(db, { ...accepted, acceptedOn, leasedUntil }, forgetBefore);
    if (state === 'finished') throw new ConflictError('This signed request was accepted before.');
    if (state === 'running') {
      const error = new UnavailableError('An identical request is being answered.', RETRY_SECONDS);
      throw new Refusal('REPEATED', error);
    }
    return {
      // The function has run: that its end could not be noted is nothing for the sender, who would send again.
      finish: () => finishAcceptedRequest(db, accepted).catch(() => undefined),
      giveBack: () => deleteAcceptedRequest(db, accepted),
    };
  }
}

/** Without functions that cannot be called. */
function onlyCallable(live: LiveConfiguration) {
  return ({ addresses, values }: FoundPath): FoundPath => ({
    values,
    addresses: new Map(
      [...addresses].filter(
        ([, { function: name }]) => pathOf(live, name) !== undefined && !isDisabled(live, name),
      ),
    ),
  });
}

function hasAny({ addresses }: FoundPath): boolean {
  return addresses.size > 0;
}

function addressOf(paths: readonly FoundPath[], asked: string) {
  const method = asked === 'HEAD' ? 'GET' : asked;
  const path = paths.find(({ addresses }) => addresses.has(method));
  return { path, address: path?.addresses.get(method) };
}

/** Functions at the path with the most constant parts. */
function functionsAt([path]: readonly FoundPath[]): string[] {
  return [...new Set([...(path?.addresses.values() ?? [])].map((address) => address.function))];
}

function methodsOf(paths: readonly FoundPath[]): string[] {
  const methods = new Set(paths.flatMap(({ addresses }) => [...addresses.keys()]));
  return [
    ...HTTP_METHODS.filter((method) => methods.has(method)),
    ...(methods.has('GET') ? ['HEAD'] : []),
    'OPTIONS',
  ];
}

/** A browser asks before it sends a request of a page of another origin: answered from the declaration, without the function. */
function answerPreflight(paths: readonly FoundPath[], { headers }: AddressRequest): AddressAnswer {
  const asked = valueOf(headers, 'access-control-request-method')?.toUpperCase() ?? '';
  const methods = methodsOf(paths);
  const address = paths.map(({ addresses }) => addresses.get(asked === 'HEAD' ? 'GET' : asked)).find(Boolean);
  const origin = address && allowedOrigin(address, headers);
  const answered: Headers = [
    ['allow', methods.join(', ')],
    ['vary', 'Origin, Access-Control-Request-Headers'],
  ];
  if (origin !== undefined) {
    answered.push(['access-control-allow-origin', origin]);
    answered.push(['access-control-allow-methods', methods.join(', ')]);
    answered.push(['access-control-max-age', '600']);
    const wanted = valueOf(headers, 'access-control-request-headers') ?? '';
    if (/^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/.test(wanted))
      answered.push(['access-control-allow-headers', wanted]);
  }
  return { head: { status: 204, headers: answered }, body: Buffer.alloc(0) };
}

function allowedOrigin({ http: { cors } }: Address, headers: Headers): string | undefined {
  if (cors.includes('*')) return '*';
  const origin = valueOf(headers, 'origin');
  return origin !== undefined && cors.includes(origin) ? origin : undefined;
}

/** Headers for the pages that may read a response, as declared; a function that declares none may set them itself. */
function withOrigin(address: Address, { headers: asked }: AddressRequest, headers: Headers): Headers {
  if (address.http.cors.length === 0) return headers;
  const origin = allowedOrigin(address, asked);
  return [
    ...headers.filter(([name]) => name.toLowerCase() !== 'access-control-allow-origin'),
    ...(origin === undefined ? [] : [['access-control-allow-origin', origin] as [string, string]]),
    ...(origin === '*' ? [] : [['vary', 'Origin'] as [string, string]]),
  ];
}

function valueOf(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

function toCall(
  { method, url, headers }: AddressRequest,
  { http, names }: Address,
  values: readonly string[],
): HttpCall {
  const isPublic = http.access === 'public';
  return {
    request: {
      method,
      url: URL.parse(url)?.href ?? url,
      headers: headers.filter(([name]) => isPublic || !CREDENTIALS.has(name.toLowerCase())),
    },
    params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
  };
}

/** The input as people read it in the log. */
function toLogged({ request, params }: HttpCall, body: Buffer): string {
  const headers = request.headers.map(([name, value]) => [
    name,
    NEVER_LOGGED.has(name.toLowerCase()) ? '(hidden)' : value,
  ]);
  return JSON.stringify({ request: { ...request, headers, body: textOf(body) }, params });
}

function textOf(body: Buffer): string | null {
  if (body.byteLength === 0) return null;
  return isUtf8(body) ? body.toString('utf8', 0, MAX_LOGGED_BYTES) : `(${body.byteLength} bytes)`;
}

/** A response, or why it cannot be sent: then the call has failed. */
function readResponse(result: string): { problem: string } | AddressAnswer {
  const response = ResponseEnvelope.safeParse(JSON.parse(result));
  if (!response.success) return { problem: 'The response has another form than the platform sends.' };
  const { status, headers, body } = response.data;
  if (status < 200) return { problem: `A response cannot have the status ${status}.` };
  let length = 0;
  for (const [name, value] of headers) {
    if (!isToken(name)) return { problem: `${JSON.stringify(name.slice(0, 50))} is no name of a header.` };
    if (!isHeaderValue(value))
      return { problem: `The header ${name} has a character that no header can have.` };
    length += name.length + value.length + 4;
  }
  if (length > MAX_HEAD_LENGTH) return { problem: 'The headers of the response are longer than 16 KiB.' };
  return { head: { status, headers }, body: Buffer.from(body ?? '', 'base64') };
}

function toLoggedResponse({ head, body }: AddressAnswer): string {
  return JSON.stringify({ ...head, body: textOf(body) });
}

function toRefusal(error: AppError): AddressAnswer {
  const { status, message, retryAfterSeconds } = error;
  // How much a domain may use is nothing for the public.
  const isBusy = error instanceof TooManyRequestsError;
  const shown = isBusy ? 'Too many requests. Please try again later.' : message;
  const retry: Headers = retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)]];
  return toAnswer(status, shown, retry);
}

function toAnswer(status: number, message: string, more: Headers = []): AddressAnswer {
  const headers: Headers = [['content-type', 'application/json'], ...more];
  return { head: { status, headers }, body: Buffer.from(JSON.stringify({ message })) };
}
