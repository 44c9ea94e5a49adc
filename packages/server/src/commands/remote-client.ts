import { ApiError } from '@atrium/contract/api-error';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { brokenOff, parseBody, type RequestParts, sendCall } from '@atrium/contract/send-call';
import { StartError } from '@atrium/host/start-error';

/** Calls an Atrium over HTTP. */
export interface RemoteClient {
  call<E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): Promise<EndpointResponse<E>>;
}

/** A call that was refused, or did not arrive: then `status` is 0. */
export class RemoteError extends StartError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A lost connection, or an Atrium that has much to do, is no answer. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof RemoteError && [0, 429, 502, 503, 504].includes(error.status);
}

/** `makeToken` returns the token of a call; without it, only public calls are possible. */
export function createRemoteClient(baseUrl: string, makeToken?: () => Promise<string>): RemoteClient {
  const base = originOf(baseUrl);
  return {
    async call(endpoint, request) {
      const token = await makeToken?.();
      try {
        const response = await sendCall(endpoint, request as RequestParts, { base, token });
        const text = await response.text().catch((cause: unknown) => {
          throw brokenOff(cause);
        });
        return (endpoint.produces === 'json' ? parseBody(text) : text) as never;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        throw new RemoteError(
          error.status,
          error.status === 0 ? `${baseUrl} cannot be reached: ${causeOf(error.cause)}.` : error.message,
        );
      }
    },
  };
}

/** Returns an address without its path. */
export function originOf(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new StartError(`"${address}" is not an address such as https://console.example.com.`);
  }
  return new URL(address).origin;
}

function causeOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string }; message: string };
  return cause?.message ?? message;
}
