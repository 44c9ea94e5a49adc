import { z } from 'zod';
import { CONFIRMATION_NEEDED } from './accounts/sign-in-reasons.ts';
import type { ErrorKind } from './errors.ts';
import type { NeededPermission } from './permissions.ts';

/**
 * Who may call an endpoint.
 * PUBLIC: anyone, no token is sent. AUTHENTICATED: a signed-in user. ADMIN_ONLY: an administrator.
 * SERVICE: a service of the platform, signed in with an access key.
 */
export type Access = 'PUBLIC' | 'AUTHENTICATED' | 'ADMIN_ONLY' | 'SERVICE';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What leaves the server: checked JSON, or bytes of the named media type (a PDF, an event stream). */
export type Produces = 'json' | (string & {});

/** Kind of error → the schema of its `details`. */
export type DetailsByKind = Readonly<Partial<Record<ErrorKind, z.ZodType>>>;

/**
 * One call of the platform: method, path, access level, schemas and errors in one object. It drives the
 * route, the typed client and the OpenAPI document. Path parameters are written `{id}`.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Level extends Access = Access,
  Details extends DetailsByKind = DetailsByKind,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Level;
  /** What an AUTHENTICATED caller needs; the other levels of access have none. */
  readonly permission?: NeededPermission;
  readonly summary: string;
  readonly tag: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** Status of success: 200, or 204 when `response` is `NoContent`. */
  readonly status: 200 | 204;
  readonly produces: Produces;
  /** Kinds of error beyond the ones every endpoint can answer (400, 401, 403, 429, 500, 503). */
  readonly errors: readonly ErrorKind[];
  /** What errors of some of these kinds carry in their `details`: what a caller needs to react. */
  readonly details?: Details;
  /** Largest accepted body in bytes, where the default of 1 MiB is not right. */
  readonly maxBodyBytes?: number;
  /** A retry with the same `Idempotency-Key` has the same answer for a day, and does nothing twice. */
  readonly idempotent?: boolean;
  /**
   * Worth nothing without its response, or harmful: it shows a secret this once, leads on to another page, or is repeated by
   * whoever does not see that it was done. Refused when the session ends, where other calls wait for a new sign-in.
   */
  readonly isResponseNeeded?: boolean;
  /** Calls allowed from one address in a minute, where the general limit is too generous. */
  readonly callsPerMinute?: number;
  /**
   * Refused with 403 and the reason `CONFIRMATION_NEEDED` unless the person has proved in this session, within the last
   * few minutes, who they are: by signing in or with `confirmSession`. Also refused for access keys and for whoever
   * signed in as another person. `in-session`: machines, which have no session that could be stolen, call it with an access
   * key that an administrator added.
   */
  readonly needsConfirmation?: boolean | 'in-session';
  /**
   * Refused with 403 for whoever is signed in as another person: what only the person themselves decides about, such as
   * their password and their cards.
   */
  readonly isPersonal?: boolean;
  /**
   * Open to access keys of one's own, although it needs no permission: what else needs none is refused to them with 403,
   * because no one has allowed it to them.
   */
  readonly isForKeys?: boolean;
  /**
   * Refused with 403 for pages of services: it leaves something that sends messages, starts runs or stops functions by itself,
   * also when what the page was allowed has long ended, or takes such a thing away.
   */
  readonly isLasting?: boolean;
  /** May be made in one request with others (`callTogether`): it changes nothing, and its answer is short JSON. */
  readonly isTogether?: boolean;
  /**
   * Takes long where a domain has much of what it reads: a few such calls of a domain run at the same time, the others
   * wait in line and are refused with 429 after a while, so that the domains beside it have room.
   */
  readonly isSlow?: boolean;
  /**
   * Of a service: only the platform makes this call. Under /services/ it is refused with 403 and this sentence, and so is
   * everything below its path.
   */
  readonly refusedByProxy?: string;
}

/** What a refusal carries until the person has proved who they are. */
export const ConfirmationNeeded = z.object({ reason: z.literal(CONFIRMATION_NEEDED) });

/** The part that a call does not have: no parameters, no query, no body. */
export const Nothing = z.undefined();
export const NoContent = z.undefined();

/** A call for people in general has to say which of them: forgetting it is a type error. */
type NeedOf<Level extends Access> = Level extends 'AUTHENTICATED'
  ? { readonly permission: NeededPermission }
  : { readonly permission?: never };

type Optional = 'params' | 'query' | 'body' | 'response' | 'status' | 'produces' | 'errors';

export function defineEndpoint<
  Params extends z.ZodType = typeof Nothing,
  Query extends z.ZodType = typeof Nothing,
  Body extends z.ZodType = typeof Nothing,
  Response extends z.ZodType = typeof NoContent,
  Level extends Access = Access,
  Details extends DetailsByKind = Record<never, never>,
>(
  endpoint: Omit<Endpoint<Params, Query, Body, Response, Level, Details>, Optional | 'permission'> &
    NeedOf<Level> &
    Partial<Pick<Endpoint<Params, Query, Body, Response, Level, Details>, Optional>>,
): Endpoint<Params, Query, Body, Response, Level, Details> {
  const response = endpoint.response ?? (NoContent as unknown as Response);
  return {
    produces: 'json',
    errors: [],
    status: (response as z.ZodType) === NoContent ? 204 : 200,
    ...endpoint,
    ...(endpoint.needsConfirmation && {
      details: { ...endpoint.details, forbidden: ConfirmationNeeded } as unknown as Details,
    }),
    params: endpoint.params ?? (Nothing as unknown as Params),
    query: endpoint.query ?? (Nothing as unknown as Query),
    body: endpoint.body ?? (Nothing as unknown as Body),
    response,
  };
}

/** The input of a call. Fields of value `undefined` are left out where the call has no such part. */
export type EndpointRequest<E extends Endpoint> = PartOf<'params', z.input<E['params']>> &
  PartOf<'query', z.input<E['query']>> &
  PartOf<'body', z.input<E['body']>>;

/** What a handler receives: parsed, with defaults filled in. */
export interface EndpointInput<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

/** What a handler returns; the response schema strips and checks it. */
export type EndpointResponse<E extends Endpoint> = [z.output<E['response']>] extends [undefined]
  ? void
  : z.output<E['response']>;

/** What an error of this kind carries in its `details`. */
export type EndpointDetails<E extends Endpoint, Kind extends keyof NonNullable<E['details']>> = NonNullable<
  E['details']
>[Kind] extends z.ZodType
  ? z.output<NonNullable<E['details']>[Kind]>
  : never;

type PartOf<Name extends string, Part> = [Part] extends [undefined] ? unknown : { [K in Name]: Part };

export { fillPath } from './endpoint-path.ts';
