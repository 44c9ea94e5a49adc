import type { Endpoint, EndpointRequest } from './endpoint.ts';

/**
 * Key of a call and its response: method and path, where it is sent, and its input. Pages are rendered with responses
 * under the keys under which the browser then looks for them.
 */
export function endpointKey<E extends Endpoint>(
  endpoint: E,
  input?: EndpointRequest<E>,
  base = '',
): readonly unknown[] {
  const name = `${endpoint.method} ${base}${endpoint.path}`;
  return input === undefined ? [name] : [name, input];
}
