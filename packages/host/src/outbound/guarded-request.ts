import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import { OutboundError } from './outbound-error.ts';

interface GuardedRequestOptions {
  method: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

interface RequestLimits {
  /** Longest response body; 0 = the body is not read. */
  maxBytes: number;
  /** For lookup, connection and response together. */
  timeoutMs: number;
}

export type GuardedRequest = (address: string, options: GuardedRequestOptions) => Promise<Response>;

/**
 * The HTTP client for addresses that customers enter. Connects to the address that `guard` has checked, uses https unless
 * the host is private, and doesn't follow redirects. Throws OutboundError, except when the caller's own signal aborts: then
 * its reason.
 */
export function createGuardedRequest(guard: AddressGuard, limits: RequestLimits): GuardedRequest {
  return async (address, options) => {
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    try {
      const url = new URL(address);
      const isPlain = url.protocol === 'http:';
      if (!isPlain && url.protocol !== 'https:') throw new OutboundError('PROTOCOL_NOT_ALLOWED');
      const port = Number(url.port || (isPlain ? 80 : 443));
      const found = await guard.check(url.hostname, port, signal);
      if (isPlain && found.isPublic) throw new OutboundError('NOT_ENCRYPTED');
      return await send(url, port, found.address, { ...options, signal }, limits.maxBytes);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (timeout.aborted) throw new OutboundError('TIMEOUT', { cause: error });
      if (error instanceof OutboundError) throw error;
      throw new OutboundError('UNREACHABLE', { cause: error });
    }
  };
}

function send(
  url: URL,
  port: number,
  address: string,
  { method, headers, body, signal }: GuardedRequestOptions,
  maxBytes: number,
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
        // A pooled connection would have been checked for another name.
        agent: false,
        ...(isIP(name) === 0 && { servername: name }),
        ...(signal && { signal }),
      },
      (answer) => void read(answer, maxBytes).then(resolve, reject),
    );
    call.once('error', reject);
    // Without this listener a protocol switch would end the call with neither a response nor an error.
    call.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new OutboundError('UNREACHABLE'));
    });
    call.end(body);
  });
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Response> {
  const status = answer.statusCode ?? 502;
  if (maxBytes === 0) {
    answer.destroy();
    return new Response(null, { status });
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new OutboundError('TOO_LARGE', { maxBytes });
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}
