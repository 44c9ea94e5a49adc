import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { fetchCall, type RequestParts } from '@atrium/contract/send-call';
import {
  type AppError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnavailableError,
  UnprocessableError,
} from '@atrium/host/errors';
import type { MachineTokens } from '../metering/machine-token.ts';

const TIMEOUT_MS = 10_000;

interface Parts {
  platformUrl: string;
  machineTokens: Pick<MachineTokens, 'issue'>;
}

/** Calls the platform in the name of a service. Throws UnavailableError while the platform cannot be reached, else its refusal. */
export async function callPlatform<E extends Endpoint>(
  { platformUrl, machineTokens }: Parts,
  serviceId: string,
  endpoint: E,
  request: EndpointRequest<E>,
): Promise<EndpointResponse<E>> {
  const response = await fetchCall(endpoint, request as RequestParts, {
    base: platformUrl,
    token: await machineTokens.issue(serviceId),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new UnavailableError('The platform cannot be reached.', 5, error);
  });
  if (response.ok) return endpoint.response.parse(await response.json()) as EndpointResponse<E>;
  throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => ({}))) as { message?: unknown };
  const message =
    typeof body.message === 'string' ? body.message : `The platform answered ${response.status}.`;
  switch (response.status) {
    case 403:
      return new ForbiddenError(message);
    case 404:
      return new NotFoundError(message);
    case 422:
      return new UnprocessableError(message);
    case 429:
      return new TooManyRequestsError(message, Number(response.headers.get('retry-after') ?? 60));
    default:
      return new UnavailableError(message);
  }
}
