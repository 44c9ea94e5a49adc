import type { Page } from '@playwright/test';
import { ADMIN_PASSWORD } from './product.ts';

/** Token of an account and address of the product. */
export interface Caller {
  url: string;
  token: string;
  /** The address of a caller for whom rate limits count separately. */
  address?: string;
}

const LOGIN = '/auth/v1/login';
/** A customer of the demo with months of history. */
export const ADA = { username: 'ada', password: 'atrium-demo' };
const administrator = { username: 'admin', password: ADMIN_PASSWORD };

/**
 * Signs in and returns the token; from a separate address if given. No retry: after `/health/ready`, account and services
 * exist.
 */
export async function signIn(url: string, address?: string): Promise<string> {
  const response = await fetch(url + LOGIN, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
    body: JSON.stringify(administrator),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

/** Signs the administrator, or someone else, in from inside a page, so that the browser stores the session cookie. */
export async function signInInside(page: Page, url: string, credentials = administrator): Promise<string> {
  await page.goto(`${url}/health/live`);
  return page.evaluate(
    async ({ path, body }) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
      // Marker that the widget stores after a sign-in, so that pages of visitors need not request a session.
      localStorage.setItem('atrium.signed-in', 'yes');
      return ((await response.json()) as { token: string }).token;
    },
    { path: LOGIN, body: credentials },
  );
}

/** Signs in and lifts the domain's limits, because a fast machine makes a minute's calls in seconds. */
export async function signInForMany(url: string, address?: string): Promise<string> {
  const token = await signIn(url, address);
  const { domainId } = await call<{ domainId: string }>({ url, token }, 'GET', '/auth/v1/user');
  for (const name of ['invocationsPerMinute', 'invocationsPerDay', 'computingPerDay']) {
    const body = { name, limit: 1_000_000_000 };
    await call({ url, token }, 'PUT', `/console/v1/domain/${domainId}/limits`, body);
  }
  return token;
}

export async function call<Returned>(
  { url, token, address }: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Returned> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Returned;
}
