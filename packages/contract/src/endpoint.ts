import { z } from 'zod';
import { CONFIRMATION_NEEDED } from './accounts/sign-in-reasons.ts';
import type { ErrorKind } from './errors.ts';
import type { NeededPermission } from './permissions.ts';

/**
 * Access level of an endpoint.
 * PUBLIC: anyone; no token is sent. AUTHENTICATED: a signed-in user. ADMIN_ONLY: an administrator.
 * SERVICE: a service of the platform, signed in with an access key.
 */
export type Access = 'PUBLIC' | 'AUTHENTICATED' | 'ADMIN_ONLY' | 'SERVICE';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Media type of the response: validated JSON, or raw bytes (a PDF, an event stream). */
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
  /** Permission required of an AUTHENTICATED caller. Other access levels have none. */
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
  /** Schemas of error `details` by error kind. */
  readonly details?: Details;
  /** Largest accepted body in bytes, where the default of 1 MiB is not right. */
  readonly maxBodyBytes?: number;
  /** A retry with the same `Idempotency-Key` has the same answer for a day, and does nothing twice. */
  readonly idempotent?: boolean;
  /**
   * Refused when the session ends, where other calls wait for a new sign-in. For calls that are useless or
   * harmful without their response: the response shows a secret once or leads to another page, or a caller who
   * misses it would repeat the call.
   */
  readonly isResponseNeeded?: boolean;
  /** Calls allowed from one address in a minute, where the general limit is too generous. */
  readonly callsPerMinute?: number;
  /**
   * Requires that the person signed in or called `confirmSession` in this session within the last few minutes.
   * Otherwise the call is refused with 403 and the reason `CONFIRMATION_NEEDED`. Always refused for access keys
   * and during impersonation. `in-session`: machines have no session to steal, so they can call the endpoint
   * with an access key that an administrator added.
   */
  readonly needsConfirmation?: boolean | 'in-session';
  /** Refused with 403 during impersonation: only the account's owner can change a password or cards, for example. */
  readonly isPersonal?: boolean;
  /**
   * Open to access keys of one's own, although it needs no permission: what else needs none is refused to them with 403,
   * because no one has allowed it to them.
   */
  readonly isForKeys?: boolean;
  /**
   * Refused with 403 for pages of services: the call creates or removes something that later sends messages,
   * starts runs or stops functions, even after the page's grant has expired.
   */
  readonly isLasting?: boolean;
  /** May be made in one request with others (`callTogether`): it changes nothing, and its answer is short JSON. */
  readonly isTogether?: boolean;
  /**
   * Slow for domains with a lot of data. Each domain runs only a few such calls at a time; others queue and are
   * refused with 429 after a while, so that other domains aren't slowed down.
   */
  readonly isSlow?: boolean;
  /**
   * Of a service: only the platform makes this call. Under /services/ it is refused with 403 and this sentence, and so is
   * everything below its path.
   */
  readonly refusedByProxy?: string;
}

/** Error details of a call that needs confirmation. */
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

/** Input of a handler: parsed, with defaults filled in. */
export interface EndpointInput<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

/** Output of a handler. The response schema strips unknown fields and validates it. */
export type EndpointResponse<E extends Endpoint> = [z.output<E['response']>] extends [undefined]
  ? void
  : z.output<E['response']>;

/** Type of the `details` of an error of this kind. */
export type EndpointDetails<E extends Endpoint, Kind extends keyof NonNullable<E['details']>> = NonNullable<
  E['details']
>[Kind] extends z.ZodType
  ? z.output<NonNullable<E['details']>[Kind]>
  : never;

type PartOf<Name extends string, Part> = [Part] extends [undefined] ? unknown : { [K in Name]: Part };

export { fillPath } from './endpoint-path.ts';
