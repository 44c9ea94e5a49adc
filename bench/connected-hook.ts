import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { timeMs } from './benchmark.ts';
import { nextAddress } from './call-load.ts';
import type { Connected, ConnectedProduct } from './connected-product.ts';

/** A webhook of a connection. */
export interface Hook {
  url: string;
  secret: string;
}

export async function createHook({ url }: ConnectedProduct, { id, call }: Connected): Promise<Hook> {
  const made = await call<Hook>('POST', `/console/v1/git/connections/${id}/webhook`);
  return { url: url + new URL(made.url).pathname, secret: made.secret };
}

/** The body of a push to the branch. */
export const pushed = (padding = 0) =>
  JSON.stringify({ ref: 'refs/heads/main', after: '2'.repeat(40), padding: 'x'.repeat(padding) });

export const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Calls a webhook as GitHub does, from an address of its own; returns the time until the answer. */
export function callHook({ url, secret }: Hook, body: string, expected = 204): Promise<number> {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${signature}`,
    'x-forwarded-for': nextAddress(),
  };
  return timeMs(
    () =>
      new Promise((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers, agent }, (response) => {
          response.resume();
          response.once('end', () =>
            response.statusCode === expected
              ? resolve(undefined)
              : reject(new Error(`${response.statusCode}`)),
          );
        });
        sent.once('error', reject);
        sent.end(body);
      }),
  );
}
