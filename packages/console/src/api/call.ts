import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import type { CallOptions } from './client.ts';
import { api } from './session.ts';

/** Calls an endpoint of the contract as the signed-in user, and answers its body. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  options?: CallOptions,
): Promise<EndpointResponse<E>> {
  return api.call(endpoint, input, options);
}

/** The raw answer, for streams and files. */
export function request<E extends Endpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  options?: CallOptions,
): Promise<Response> {
  return api.request(endpoint, input, options);
}
