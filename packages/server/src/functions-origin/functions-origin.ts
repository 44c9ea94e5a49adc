import { KEY_TOKEN_PREFIX } from '@atrium/contract/access-keys/own-key-fields';
import { type LimitName, limitOf } from '@atrium/contract/limits/limit';
import {
  type AddressRequest,
  AddressResponse,
  answerAddress,
} from '@atrium/contract/service-api/functions/address-call';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import {
  AppError,
  CallerLeftError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnavailableError,
} from '@atrium/host/errors';
import { readFramed, toFramed } from '@atrium/host/http/bodies/framed-body';
import { gather } from '@atrium/host/http/bodies/short-body';
import { networkOf } from '@atrium/host/http/connections/address';
import { traceHeaders } from '@atrium/host/tracing/tracing';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { toAbsentCaller } from '../accounts/people/caller.ts';
import type { People } from '../accounts/people/people.service.ts';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { FunctionsPlace } from '../functions-url.ts';
import type { CallCounts } from '../http/call-counts.ts';
import type { Caller, VerifyBearer } from '../http/caller.ts';
import type { Limits } from '../limits/limit.service.ts';
import {
  type CalledService,
  type Leaving,
  lostRequest,
  sendToService,
  unconfirmed,
} from '../services/send-to-service.ts';
import type { Services } from '../services/services.service.ts';
import { refuseStopped, type StoppedFunctions } from '../services/stopped-functions.ts';
import type { RefusedRequests } from './refused-requests.ts';

interface Parts {
  people: Pick<People, 'findAddressed'>;
  limits: Pick<Limits, 'listOverrides'>;
  callCounts: Pick<CallCounts, 'count' | 'millisecondsLeft'>;
  verifyBearer: VerifyBearer;
  tokens: Pick<Tokens, 'issueServiceToken'>;
  services: Pick<Services, 'get'>;
  stops: StoppedFunctions;
  refusedRequests: Pick<RefusedRequests, 'note'>;
}

interface Addressed {
  domainId: string;
  ownerId: string;
}

export interface PublicRequest {
  id: string;
  ip: string;
  request: Omit<AddressRequest, 'person'>;
  body: Buffer;
}

/** A call waits up to 30 s for its turn, and takes up to 30 s. */
const RESPONSE_TIMEOUT_MS = 80_000;
/** A domain that is locked or closed is called no longer than this. */
const KNOWN_MS = 5_000;
const MAX_KNOWN = 10_000;
/** Requests from one address to names that no domain has. */
const MAX_UNKNOWN_PER_MINUTE = 1_200;

const NOTHING_HERE = 'There is nothing at this address.';

/** Functions of both services have addresses; where two have the same, the first service answers. */
export const ADDRESS_SERVICES = [SHIPPED_SERVICES.hyperDispatch.id, SHIPPED_SERVICES.content.id];

/** Running needs these: entries are read and written, functions called. */
const PERMISSIONS = ['content.read', 'content.write', 'functions.invoke'] as const;

/** Requests of anyone to the addresses of functions. */
export class FunctionsOrigin {
  readonly #parts: Parts;
  /** By the name of a domain in addresses, or its host name; null for a name that no domain has. */
  readonly #known = new LRUCache<string, { domain: Addressed | null }>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Finds the domain of a request. Throws 404 for a name that no domain has, and 429 for too many such requests. */
  async find(place: FunctionsPlace, ip: string): Promise<Addressed> {
    const domain = await this.#find(place);
    if (domain !== null) return domain;
    await this.#count(`functions ${networkOf(ip)}`, MAX_UNKNOWN_PER_MINUTE);
    throw new NotFoundError(NOTHING_HERE);
  }

  /** Counts a request to a domain. Throws 429, before a body is read. */
  async admit(domain: Addressed, ip: string): Promise<void> {
    const network = networkOf(ip);
    const overrides = await this.#parts.limits.listOverrides(domain.domainId);
    const most = (name: LimitName) => limitOf(name, overrides);
    await this.#count(`functions ${domain.domainId} ${network}`, most('clientCallsPerMinute'));
    await this.#count(`functions ${domain.domainId}`, most('domainCallsPerMinute'));
  }

  async answer(
    { domainId, ownerId }: Addressed,
    { id, ip, request, body }: PublicRequest,
    left: Leaving,
  ): Promise<{ head: AddressResponse; body: Buffer }> {
    const { services, stops, tokens } = this.#parts;
    const nobody = toAbsentCaller({ userId: NOBODY_ID, domainId }, PERMISSIONS);
    // Usage of nobody is the owner's. What a cap is about is nothing for the public.
    const payer = toAbsentCaller({ userId: ownerId, domainId }, []);
    const found = await this.#findPerson(domainId, request.headers, ip);
    const person = found?.person;
    const headers = found ? request.headers.filter(([name]) => !isCredential(name)) : request.headers;
    let unknown: { head: AddressResponse; body: Buffer } | undefined;
    for (const serviceId of ADDRESS_SERVICES) {
      const service = await services.get(serviceId);
      const stopped = await refuseStopped(
        stops,
        payer,
        { id: serviceId, isShipped: false },
        answerAddress.path,
      );
      const { token } = await tokens.issueServiceToken(nobody, serviceId, stopped);
      const given = person && {
        by: person.by,
        token: (await tokens.issueServiceToken(person.caller, serviceId, stopped)).token,
      };
      const framed = toFramed({ ...request, headers, person: given ?? null }, body);
      const isChange = request.method !== 'GET' && request.method !== 'HEAD';
      const answer = await this.#send(service, { id, token, framed, isChange }, left, () => {
        this.#parts.refusedRequests.note({ domainId, ...request }, 'UNAVAILABLE');
      });
      if (answer.head.isUnknown !== true) return answer;
      unknown = answer;
    }
    if (!unknown) throw new NotFoundError(NOTHING_HERE);
    return unknown;
  }

  async #find(place: FunctionsPlace): Promise<Addressed | null> {
    // A host name has a dot.
    const key = 'addressName' in place ? place.addressName : place.hostName;
    const known = this.#known.get(key);
    if (known) return known.domain;
    const domain = (await this.#parts.people.findAddressed(place)) ?? null;
    this.#known.set(key, { domain });
    return domain;
  }

  async #count(subject: string, limit: number): Promise<void> {
    const { callCounts } = this.#parts;
    if ((await callCounts.count(subject, limit)) <= limit) return;
    throw new TooManyRequestsError(
      'Too many requests. Please try again later.',
      Math.ceil(callCounts.millisecondsLeft / 1000),
    );
  }

  /**
   * Holder of an access key, or signed-in person, of this domain; without a person for other credentials of the
   * platform. Undefined for any other token, which is the function's business.
   */
  async #findPerson(
    domainId: string,
    headers: AddressRequest['headers'],
    ip: string,
  ): Promise<{ person?: { by: 'key' | 'user'; caller: Caller } } | undefined> {
    const valueOf = (name: string) => headers.find(([each]) => each === name)?.[1];
    const key = valueOf('x-api-key');
    const [, bearer] = /^Bearer ([\w.~+/=-]+)$/i.exec(valueOf('authorization') ?? '') ?? [];
    const token = key?.startsWith(KEY_TOKEN_PREFIX) ? key : bearer;
    if (token === undefined) return undefined;
    try {
      const signedIn = await this.#parts.verifyBearer(token, ip);
      if (!('caller' in signedIn)) return {};
      const { caller } = signedIn;
      if (caller.domainId !== domainId || caller.page) return {};
      return { person: { by: caller.accessKey ? 'key' : 'user', caller } };
    } catch (error) {
      if (!(error instanceof UnauthenticatedError)) throw error;
      // A key of the platform that is no longer valid is none of the function's business either.
      if (token.startsWith(KEY_TOKEN_PREFIX)) throw new UnauthenticatedError('This access key is not valid.');
      return undefined;
    }
  }

  async #send(
    service: CalledService,
    { id, token, framed, isChange }: { id: string; token: string; framed: Buffer; isChange: boolean },
    left: Leaving,
    onUnreached: () => void,
  ): Promise<{ head: AddressResponse; body: Buffer }> {
    let response: Dispatcher.ResponseData;
    let text: Buffer;
    try {
      response = await sendToService(service, {
        method: answerAddress.method,
        path: answerAddress.path,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
          'content-length': String(framed.byteLength),
          'x-request-id': id,
          ...traceHeaders(),
        },
        body: framed,
        signal: left,
        timeoutMs: RESPONSE_TIMEOUT_MS,
      });
      text = await gather(response.body);
    } catch (error) {
      if (left.aborted) throw new CallerLeftError();
      const lost =
        error instanceof AppError
          ? error
          : lostRequest(service.name, error, { isChange, timeoutMs: RESPONSE_TIMEOUT_MS });
      if (lost instanceof UnavailableError) onUnreached();
      throw lost;
    }
    const framedAnswer = response.statusCode === 200 ? readFramed(text) : undefined;
    const head = AddressResponse.safeParse(framedAnswer?.head);
    if (framedAnswer && head.success) return { head: head.data, body: framedAnswer.body };
    const retry = Number(response.headers['retry-after']);
    if (retry > 0 || !isChange)
      throw new UnavailableError('The function cannot be called at the moment.', retry || 5);
    throw unconfirmed('The function gave no response.');
  }
}

function isCredential(name: string): boolean {
  return name === 'authorization' || name === 'x-api-key';
}
