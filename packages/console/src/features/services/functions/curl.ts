import { fillPath } from '@atrium/contract/endpoint-path';
import { invokeFunction, invokeTopFunction } from '@atrium/contract/service-api/functions/invoke';
import { serviceUri } from '@atrium/contract/services/service';

export interface CurlCall {
  serviceId: string;
  name: string;
  /** JSON, or nothing. */
  input: string;
}

/** Splits `orders/create` into its folder and name; top-level functions have no folder. */
export function invokedParams(path: string): { folder?: string; name: string } {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  return slash === -1 ? { name } : { folder: path.slice(0, slash), name };
}

/** Shell command that makes a call, with the token from an environment variable. */
export function curlOf(origin: string, { serviceId, name, input }: CurlCall): string {
  const { folder, name: ownName } = invokedParams(name);
  const path =
    folder === undefined
      ? fillPath(invokeTopFunction.path, { name: ownName })
      : fillPath(invokeFunction.path, { folder, name: ownName });
  const body = input.trim() === '' ? '' : ` \\\n  -d '${input.replaceAll("'", "'\\''")}'`;
  return `curl -X POST '${origin}${serviceUri(serviceId)}${path}' \\
  -H "Authorization: Bearer $ATRIUM_TOKEN" \\
  -H 'Content-Type: application/json'${body}`;
}
