import { CONFIRMATION_NEEDED } from '@atrium/contract/accounts/sign-in-reasons';
import { ApiError } from '@atrium/contract/api-error';
import { fetchEarly } from '@atrium/contract/early-responses';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { isPublicPath } from '@atrium/contract/endpoint-path';
import { brokenOff, type RequestParts, readBody, sendCall } from '@atrium/contract/send-call';
import { askToConfirm, NotConfirmedError } from './identity-question.ts';
import { type RefreshOutcome, ReplayQueue } from './replay-queue.ts';
import { currentToken, renewToken } from './session.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** `low` for calls that the page doesn't wait for. */
  priority?: RequestPriority;
  headers?: Record<string, string>;
  /** Address of a service, for the calls that every service offers. */
  base?: string | undefined;
  /** Makes a repeated write count once. */
  idempotencyKey?: string | undefined;
}

export interface ClientParts {
  /** Origin of the platform; empty in the browser. */
  origin?: string;
  token: () => string | undefined;
  /** Requests another token after a 401, and a new sign-in if the call is worth the wait. */
  refresh: (isWorthWaiting: boolean) => Promise<RefreshOutcome>;
  /**
   * Prompts for confirmation of identity after a call was refused for lack of it. Resolves with false if the user
   * cancels.
   */
  confirm?: () => Promise<boolean>;
  fetch?: typeof fetch;
}

/** Typed client. Everything about a call except its values comes from the contract's endpoint object. */
export function createClient({ origin = '', token, refresh, confirm, fetch: fetcher }: ClientParts) {
  const queue = new ReplayQueue(() => refresh(true));
  // A new sign-in reopens the page, which would leave these responses without a reader.
  const responseNeeded = new ReplayQueue(() => refresh(false));

  /** The raw answer of a success, for streams and files; errors are thrown as `ApiError`. */
  async function request<E extends Endpoint>(
    endpoint: E,
    input: EndpointRequest<E>,
    options: CallOptions = {},
  ): Promise<Response> {
    try {
      return await requestOnce(endpoint, input, options);
    } catch (error) {
      if (!confirm || !isConfirmationNeeded(error)) throw error;
      if (!(await confirm())) throw new NotConfirmedError(error.message, { cause: error });
      return requestOnce(endpoint, input, options);
    }
  }

  async function requestOnce<E extends Endpoint>(
    endpoint: E,
    input: EndpointRequest<E>,
    { signal, priority, headers = {}, base = '', idempotencyKey }: CallOptions,
  ): Promise<Response> {
    const hasToken = !isPublicPath(endpoint.path);
    const send = () =>
      sendCall(endpoint, input as RequestParts, {
        base: origin + base,
        token: hasToken ? token() : undefined,
        headers: { ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }), ...headers },
        fetch: fetcher,
        ...(signal && { signal }),
        ...(priority && { priority }),
      });
    const isRepeatable = hasToken && endpoint.access !== 'PUBLIC';
    const isExpired = (error: unknown) => isRepeatable && error instanceof ApiError && error.status === 401;
    const usedToken = token();
    try {
      return await send();
    } catch (error) {
      if (!isExpired(error)) throw error;
      const hasNewToken = token() !== undefined && token() !== usedToken;
      // The call was refused after others had requested a token: try that token first.
      const again = hasNewToken ? await send().catch((thrown: unknown) => thrown) : error;
      if (again instanceof Response) return again;
      if (!isExpired(again)) throw again;
      return (endpoint.isResponseNeeded ? responseNeeded : queue).wait(send, again, signal);
    }
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: EndpointRequest<E>,
    options?: CallOptions,
  ): Promise<EndpointResponse<E>> {
    const response = await request(endpoint, input, options);
    const answer = await readBody(response).catch((cause: unknown) => {
      throw brokenOff(cause, options?.signal);
    });
    return answer as EndpointResponse<E>;
  }

  return { call, request };
}

function isConfirmationNeeded(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  const { details } = (error.body ?? {}) as { details?: { reason?: unknown } };
  return details?.reason === CONFIRMATION_NEEDED;
}

/**
 * `call` sends a call of the contract as the signed-in user and returns the body of the response; `request` returns
 * the response itself, for streams and files. All requests of the console go through them.
 */
export const { call, request } = createClient({
  fetch: fetchEarly,
  token: currentToken,
  refresh: renewToken,
  confirm: askToConfirm,
});
