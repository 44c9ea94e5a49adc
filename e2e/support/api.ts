import { expect } from '@playwright/test';

/** Calls the product's HTTP interface as one person, to prepare state without clicks. */
export interface Api {
  readonly token: string | undefined;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** Like `call`, but fails the test unless the call succeeds. */
  must<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body>;
}

interface ApiResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

/** `address` is the caller's, as a proxy would send it: limits per address then count per user. */
export function makeApi(baseUrl: string, address: string, token?: string): Api {
  async function call(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(token === undefined || path.includes('/public/') ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: readJson(text), headers: response.headers };
  }
  return {
    token,
    call,
    async must<Body>(method: string, path: string, body?: unknown) {
      const answer = await call(method, path, body);
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      return answer.body as Body;
    },
  };
}

/** The session of these calls has ended. Processes hear of it by the database, a moment after it was said. */
export async function expectSignedOut(api: Api): Promise<void> {
  await expect.poll(async () => (await api.call('GET', '/auth/v1/user')).status).toBe(401);
}

function readJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

let lastAddress = 0;

/**
 * An address in a network that no one else in this run calls from (the documentation range of IPv6): a /64 counts as
 * one.
 */
export function makeAddress(): string {
  lastAddress += 1;
  return `2001:db8:${(process.pid & 0xffff).toString(16)}:${lastAddress.toString(16)}::1`;
}
