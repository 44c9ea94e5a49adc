import { fillPath } from '@atrium/contract/endpoint-path';
import { invokeFunction, invokeTopFunction } from '@atrium/contract/service-api/invoke';
import { serviceUri } from '@atrium/contract/services/service';

export interface CurlCall {
  serviceId: string;
  name: string;
  /** JSON, or nothing. */
  input: string;
}

/** The command that makes a call from a terminal; the token comes from the environment there. */
export function curlOf(origin: string, { serviceId, name, input }: CurlCall): string {
  const slash = name.lastIndexOf('/');
  const path =
    slash === -1
      ? fillPath(invokeTopFunction.path, { name })
      : fillPath(invokeFunction.path, { folder: name.slice(0, slash), name: name.slice(slash + 1) });
  const body = input.trim() === '' ? '' : ` \\\n  -d '${input.replaceAll("'", "'\\''")}'`;
  return `curl -X POST '${origin}${serviceUri(serviceId)}${path}' \\
  -H "Authorization: Bearer $ATRIUM_TOKEN" \\
  -H 'Content-Type: application/json'${body}`;
}
