import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

/** Calls over TLS as another machine does: from an address of its own, and with one certificate that it trusts. */
export interface TlsClient {
  open(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string,
  ): Promise<IncomingMessage>;
  call(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: unknown,
  ): Promise<{ status: number; body: string }>;
}

export function makeTlsClient(baseUrl: string, ca: string, localAddress: string): TlsClient {
  const open = async (method: string, path: string, headers = {}, body = '') => {
    const asking = request(new URL(path, baseUrl), {
      method,
      headers,
      ca,
      localAddress,
      family: 4,
    });
    // After a response, a body that was not read any more.
    asking.on('error', () => {});
    asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return answer;
  };
  return {
    open,
    async call(method, path, headers = {}, body) {
      const json = body === undefined ? '' : JSON.stringify(body);
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const sized = { ...headers, ...type, 'content-length': String(Buffer.byteLength(json)) };
      const answer = await open(method, path, sized, json);
      return { status: answer.statusCode ?? 0, body: await text(answer) };
    },
  };
}
