import type { GuardedRequest } from '@atrium/host/outbound/guarded-request';
import type { z } from 'zod';

interface ApiCall {
  method: string;
  authorization: Record<string, string>;
  body?: object | undefined;
}

/** Sends a call of a git host's REST API, with JSON both ways. */
export const callApi = (
  request: GuardedRequest,
  address: string,
  { method, authorization, body }: ApiCall,
): Promise<Response> =>
  request(address, {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Atrium',
      ...authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });

/** GitHub also answers with 403 to too many calls. */
export const isThrottled = ({ status, headers }: Response): boolean =>
  status === 429 || headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';

/** Reads a body that may not be JSON. */
export const parseBody = async <Result>(
  response: Response,
  schema: z.ZodType<Result>,
): Promise<z.ZodSafeParseResult<Result>> => schema.safeParse(await response.json().catch(() => undefined));
