import type { ChildUser } from '@atrium/contract/accounts/children';
import type { Session as UserSession } from '@atrium/contract/accounts/sessions';
import type { Credentials, SignedInAnswer } from '@atrium/contract/accounts/sign-in';
import type { User, UserPatch } from '@atrium/contract/accounts/user';
import { readErrorMessage, unreachableMessage } from '@atrium/contract/error-message';

/**
 * The calls the widget makes. Only types come from the contract: its schemas would be nine tenths of a script
 * that every page loads. `calls.test.ts` holds method and path against the contract's own endpoints.
 */
export const widgetCalls = {
  login: 'POST /auth/v1/login',
  loginWithToken: 'POST /auth/v1/login/sso',
  refreshToken: 'POST /auth/v1/token/refresh',
  logout: 'POST /auth/v1/logout',
  updateUser: 'PATCH /auth/v1/user',
  listChildren: 'GET /auth/v1/user/children',
  listSessions: 'GET /auth/v1/sessions',
  endSession: 'DELETE /auth/v1/sessions/{id}',
} as const;

export type WidgetCall = keyof typeof widgetCalls;

interface CallTypes {
  login: { body: Credentials; answer: SignedInAnswer };
  loginWithToken: { body: { token: string }; answer: SignedInAnswer };
  refreshToken: { body: undefined; answer: SignedInAnswer };
  logout: { body: undefined; answer: undefined };
  updateUser: { body: UserPatch; answer: User };
  listChildren: { body: undefined; answer: ChildUser[] };
  listSessions: { body: undefined; answer: UserSession[] };
  endSession: { body: undefined; answer: undefined };
}

export type CallBody<Call extends WidgetCall> = CallTypes[Call]['body'];
export type CallAnswer<Call extends WidgetCall> = CallTypes[Call]['answer'];

/** An answer that is not a success. `status` 0 means that there was none: the network failed. */
export class CallError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, body: unknown) {
    super(status === 0 ? unreachableMessage(globalThis.navigator) : readErrorMessage(status, body));
    this.name = 'CallError';
    this.status = status;
    this.body = body;
    const { requestId } = (body ?? {}) as { requestId?: unknown };
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
  }
}

/** True for failures that say nothing about the session: no network, too busy, an error of the server. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && error.status !== 401 && error.status !== 403;
}

export interface CallOptions<Call extends WidgetCall> {
  body?: CallBody<Call>;
  id?: string;
  token?: string | undefined;
}

/** Makes calls to the platform on whose host the page stands. */
export function makeCaller(fetcher: typeof fetch = (...args) => fetch(...args)) {
  return async function call<Call extends WidgetCall>(
    name: Call,
    { body, id, token }: CallOptions<Call> = {},
  ): Promise<CallAnswer<Call>> {
    const [method, path] = widgetCalls[name].split(' ') as [string, string];
    const headers = new Headers({ accept: 'application/json' });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    let response: Response;
    let text: string;
    try {
      response = await fetcher(path.replace('{id}', encodeURIComponent(id ?? '')), {
        method,
        headers,
        credentials: 'same-origin',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      text = await response.text();
    } catch {
      throw new CallError(0, undefined);
    }
    const answer = parse(text);
    if (!response.ok) throw new CallError(response.status, answer);
    // The page of a network that asks for a sign-in of its own, and lets nothing through until then.
    if (typeof answer === 'string') throw new CallError(0, undefined);
    return answer as CallAnswer<Call>;
  };
}

export type Caller = ReturnType<typeof makeCaller>;

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
