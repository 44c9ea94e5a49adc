import type { ChildUser } from '@atrium/contract/accounts/children';
import type {
  finishSetUp,
  loginWithFactor,
  loginWithPasskey,
  startFactorPasskey,
  startPasskeyLogin,
  startSetUp,
} from '@atrium/contract/accounts/factor-sign-in';
import type { loginWithProvider, OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import type { SecondFactors } from '@atrium/contract/accounts/second-factor';
import type {
  GivenProof,
  startConfirmPasskey,
  Session as UserSession,
} from '@atrium/contract/accounts/sessions';
import type {
  Credentials,
  LoggedOut,
  LoginResponse,
  SignedInResponse,
} from '@atrium/contract/accounts/sign-in';
import type { User, UserPatch } from '@atrium/contract/accounts/user';
import { ApiError } from '@atrium/contract/api-error';
import { SESSION_TIMEOUT_MS } from '@atrium/contract/early-responses';
import type { Endpoint, EndpointRequest, EndpointResponse, Method } from '@atrium/contract/endpoint';
import { brokenOff, readBody, sendCall } from '@atrium/contract/send-call';

/**
 * The calls the widget makes. Only types come from the contract: its schemas would be nine tenths of a script that
 * every page loads. `calls.test.ts` checks method and path against the contract's endpoints.
 */
export const widgetCalls = {
  login: 'POST /auth/v1/login',
  loginWithFactor: 'POST /auth/v1/login/factor',
  startFactorPasskey: 'POST /auth/v1/login/factor/passkey',
  startPasskeyLogin: 'POST /auth/v1/login/passkey/options',
  loginWithPasskey: 'POST /auth/v1/login/passkey',
  startSetUp: 'POST /auth/v1/login/set-up',
  finishSetUp: 'POST /auth/v1/login/set-up/confirm',
  listOfferedProviders: 'GET /auth/v1/login/providers',
  startProviderLogin: 'POST /auth/v1/login/provider/{id}',
  loginWithProvider: 'POST /auth/v1/login/provider',
  loginWithToken: 'POST /auth/v1/login/sso',
  refreshToken: 'POST /auth/v1/token/refresh',
  logout: 'POST /auth/v1/logout',
  updateUser: 'PATCH /auth/v1/user',
  listChildren: 'GET /auth/v1/user/children',
  listSessions: 'GET /auth/v1/sessions',
  endSession: 'DELETE /auth/v1/sessions/{id}',
  listFactors: 'GET /auth/v1/user/factors',
  confirmSession: 'POST /auth/v1/session/confirm',
  startConfirmPasskey: 'POST /auth/v1/session/confirm/passkey',
} as const;

export type WidgetCall = keyof typeof widgetCalls;

interface SecondCall<E extends Endpoint> {
  body: EndpointRequest<E> extends { body: infer Body } ? Body : undefined;
  response: EndpointResponse<E>;
}

interface CallTypes {
  login: { body: Credentials; response: LoginResponse };
  loginWithFactor: SecondCall<typeof loginWithFactor>;
  startFactorPasskey: SecondCall<typeof startFactorPasskey>;
  startPasskeyLogin: SecondCall<typeof startPasskeyLogin>;
  loginWithPasskey: SecondCall<typeof loginWithPasskey>;
  startSetUp: SecondCall<typeof startSetUp>;
  finishSetUp: SecondCall<typeof finishSetUp>;
  listOfferedProviders: { body: undefined; response: OfferedProvider[] };
  startProviderLogin: { body: { next?: string | undefined }; response: { url: string } };
  loginWithProvider: SecondCall<typeof loginWithProvider>;
  loginWithToken: { body: { token: string }; response: SignedInResponse };
  refreshToken: { body: undefined; response: SignedInResponse };
  logout: { body: undefined; response: LoggedOut };
  updateUser: { body: UserPatch; response: User };
  listChildren: { body: undefined; response: ChildUser[] };
  listSessions: { body: undefined; response: UserSession[] };
  endSession: { body: undefined; response: undefined };
  listFactors: { body: undefined; response: SecondFactors };
  confirmSession: { body: GivenProof; response: { confirmedUntil: string } };
  startConfirmPasskey: SecondCall<typeof startConfirmPasskey>;
}

type CallBody<Call extends WidgetCall> = CallTypes[Call]['body'];
export type CallResponse<Call extends WidgetCall> = CallTypes[Call]['response'];

/** True for failures that say nothing about the session: no network, too busy, an error of the server. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 401 && error.status !== 403;
}

/** A sign-in may wait for an identity provider, which the platform gives 10 s for each of some requests. */
const TIMEOUT_MS = 45_000;

function timeoutMsOf(name: WidgetCall): number {
  // Calls that use the cookie run one at a time across all tabs.
  const isInTurn = name === 'refreshToken' || name === 'confirmSession' || name === 'logout';
  return isInTurn ? SESSION_TIMEOUT_MS : TIMEOUT_MS;
}

export interface CallOptions<Call extends WidgetCall> {
  body?: CallBody<Call>;
  id?: string;
  query?: Record<string, string | undefined>;
  token?: string | undefined;
}

/** Calls the platform on the page's own host. A call that times out counts as unanswered. */
export function makeCaller(fetcher?: typeof fetch, timeoutOf = timeoutMsOf) {
  return async function call<Call extends WidgetCall>(
    name: Call,
    { body, id, query, token }: CallOptions<Call> = {},
  ): Promise<CallResponse<Call>> {
    const [method, path] = widgetCalls[name].split(' ') as [Method, `/${string}`];
    const signal = AbortSignal.timeout(timeoutOf(name));
    const options = { credentials: 'same-origin', fetch: fetcher, token, signal } as const;
    const response = await sendCall(
      { method, path, produces: 'json' },
      { params: { id }, ...(query && { query }), body },
      options,
    );
    const answer = await readBody(response).catch((cause: unknown) => {
      throw brokenOff(cause, signal);
    });
    // The page of a network that asks for a sign-in of its own, and lets nothing through until then.
    if (typeof answer === 'string') throw new ApiError(0, undefined);
    return answer as CallResponse<Call>;
  };
}

export type Caller = ReturnType<typeof makeCaller>;
