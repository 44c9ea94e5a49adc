import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import type { AddressGuard } from '../git/address-guard.ts';
import { GitError } from '../git/git-errors.ts';
import { IdentityError } from './identity-error.ts';

/** Far more than a provider's keys and claims need. */
const MAX_BYTES = 1024 * 1024;

/**
 * The only way to identity providers: looks up and checks the address itself and dials it, so that a name that points to
 * an internal machine, also later, leads nowhere. Redirects are not followed, and long responses are cut off.
 */
export function createGuardedFetch(guard: AddressGuard): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    const isPlain = url.protocol === 'http:';
    if (!isPlain && url.protocol !== 'https:')
      throw new IdentityError('The provider has to be reached by https.');
    const port = Number(url.port || (isPlain ? 80 : 443));
    const found = await guard.check(url.hostname, port).catch((error: unknown) => {
      throw error instanceof GitError ? refusalOf(error) : error;
    });
    if (isPlain && found.isPublic) throw new IdentityError('The provider has to be reached by https.');
    return send(url, port, found.address, options);
  };
}

function send(url: URL, port: number, address: string, options: CustomFetchOptions): Promise<Response> {
  const { method, headers, body, signal } = options;
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  const name = url.hostname.replaceAll(/[[\]]/g, '');
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: address,
        port,
        method,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, 'accept-encoding': 'identity' },
        // A kept connection would have been checked for another name.
        agent: false,
        ...(isIP(name) === 0 && { servername: name }),
        ...(signal && { signal }),
      },
      (answer) => void read(answer).then(resolve, reject),
    );
    call.once('error', reject);
    call.end(body === null || body === undefined ? undefined : textOf(body));
  });
}

async function read(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new IdentityError('The provider sent more than 1 MB.');
    parts.push(part);
  }
  const status = answer.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  const hasBody = ![101, 204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}

function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('requests to a provider have text as their body');
}

/** The guard speaks of git hosts. */
function refusalOf(error: GitError): IdentityError {
  const isPrivate = error.failure === 'ADDRESS_NOT_ALLOWED';
  return new IdentityError(
    isPrivate
      ? 'The provider is at an address that is not allowed on this installation.'
      : 'The provider cannot be reached. Please try again in a moment.',
    { cause: error },
  );
}
