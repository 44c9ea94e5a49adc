import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from './git/address-guard.ts';
import { GitError } from './git/git-errors.ts';

/** Why nothing was sent, or a response was cut off. */
export type Refusal = 'plain' | 'notAllowed' | 'unreachable' | 'tooLong';

export interface GuardedRequestOptions {
  method: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface Limits {
  /** Longest response; of one that is not read, 0. */
  maxBytes: number;
  /** What is thrown, in the words of whoever calls. */
  toError: (refusal: Refusal, cause?: unknown) => Error;
}

/**
 * The only way to addresses that customers enter, besides git: looks up and checks the address itself and dials it, so
 * that a name that points to an internal machine, also later, leads nowhere. Redirects are not followed.
 */
export function createGuardedRequest(guard: AddressGuard, limits: Limits) {
  const { toError } = limits;
  return async (address: string, options: GuardedRequestOptions): Promise<Response> => {
    const url = new URL(address);
    const isPlain = url.protocol === 'http:';
    if (!isPlain && url.protocol !== 'https:') throw toError('plain');
    const port = Number(url.port || (isPlain ? 80 : 443));
    const found = await guard.check(url.hostname, port, options.signal).catch((error: unknown) => {
      if (!(error instanceof GitError)) throw error;
      // The guard speaks of git hosts.
      throw toError(error.failure === 'ADDRESS_NOT_ALLOWED' ? 'notAllowed' : 'unreachable', error);
    });
    if (isPlain && found.isPublic) throw toError('plain');
    return send(url, port, found.address, options, limits);
  };
}

function send(
  url: URL,
  port: number,
  address: string,
  { method, headers, body, signal }: GuardedRequestOptions,
  limits: Limits,
): Promise<Response> {
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
      (answer) => void read(answer, limits).then(resolve, reject),
    );
    call.once('error', reject);
    // No one asked for another protocol. Without a listener the call would end with neither an answer nor an error.
    call.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(limits.toError('unreachable'));
    });
    call.end(body);
  });
}

async function read(answer: IncomingMessage, { maxBytes, toError }: Limits): Promise<Response> {
  const status = answer.statusCode ?? 502;
  if (maxBytes === 0) {
    answer.destroy();
    return new Response(null, { status });
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw toError('tooLong');
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}
