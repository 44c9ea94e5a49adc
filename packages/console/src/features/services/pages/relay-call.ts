import { z } from 'zod';

/** Paths open to pages: services and the console's API. The server checks permissions. */
const REACHED = /^\/(?:services|console\/v1)\//;

export const RelayedCall = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().max(4000),
  body: z.unknown().optional(),
});

/**
 * Sends a call for a page with its grant and without the user's credentials: no cookies, no session token. Throws for
 * an address of another host.
 */
export async function relayCall(token: string, { method, path, body }: z.output<typeof RelayedCall>) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || !REACHED.test(url.pathname)) {
    throw new Error('A page can call paths under /services/ and /console/v1/ only.');
  }
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}
