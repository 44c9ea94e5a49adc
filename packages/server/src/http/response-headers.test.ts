import { getUser } from '@atrium/contract/accounts/user';
import { getPriceList } from '@atrium/contract/pricing/price-list';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support.ts';

let server: TestApp;
/** One response of each kind: data, errors of each layer, a page, a style, a figure, a redirect. */
let answers: Record<string, LightMyRequestResponse>;
beforeAll(async () => {
  server = await startTestApp();
  const get = (url: string) => server.app.inject({ url });
  answers = {
    data: await server.request(getPriceList, {}),
    refused: await server.request(getUser, {}),
    missing: await get('/console/v1/nothing'),
    broken: await get('/services/content/%'),
    description: await get('/console/api/openapi.json'),
    reference: await get('/console/api'),
    style: await get('/console/api/style.css'),
    metrics: await get('/metrics'),
    redirect: await get('/console'),
  };
});
afterAll(() => server[Symbol.asyncDispose]());

/** The values of a header, by what was asked for. */
const headersOf = (name: string) =>
  Object.fromEntries(Object.entries(answers).map(([kind, { headers }]) => [kind, String(headers[name])]));

const directivesOf = (policy: string) =>
  new Map(policy.split(';').map((part) => [part.split(' ', 1)[0], part.slice(part.indexOf(' ') + 1)]));

test('every response asks for https for a year, on all hosts below this one', () => {
  for (const [kind, value] of Object.entries(headersOf('strict-transport-security'))) {
    expect(Number(/max-age=(\d+)/.exec(value)?.[1]), kind).toBeGreaterThanOrEqual(31_536_000);
    expect(value, kind).toContain('includeSubDomains');
  }
});

test('every response has a policy without plug-ins, other bases and frames', () => {
  for (const [kind, value] of Object.entries(headersOf('content-security-policy'))) {
    const directives = directivesOf(value);
    for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
      expect(directives.get(name), `${kind}: ${name}`).toBe("'none'");
    }
    // Without one, the default counts, which is none.
    expect(["'self'", undefined], kind).toContain(directives.get('script-src'));
    expect(value, kind).not.toContain('unsafe');
  }
});

test('every response is taken for what it says, stays with its origin, and leaks no address', () => {
  for (const kind of Object.keys(answers)) {
    expect(headersOf('x-content-type-options')[kind], kind).toBe('nosniff');
    expect(headersOf('cross-origin-resource-policy')[kind], kind).toBe('same-origin');
    expect(headersOf('referrer-policy')[kind], kind).toBe('no-referrer');
    expect(answers[kind]?.headers['access-control-allow-origin'], kind).toBeUndefined();
    expect(answers[kind]?.headers['x-powered-by'], kind).toBeUndefined();
  }
});

test('every response with a body says its type and that it is UTF-8', () => {
  for (const [kind, { body, headers }] of Object.entries(answers)) {
    if (body === '') continue;
    expect(headers['content-type'], kind).toMatch(/^[a-z]+\/[a-z-]+; (?:.*; )?charset=utf-8/);
  }
});
