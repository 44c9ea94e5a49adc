import { describe, expect, it, test } from 'vitest';
import { requestHeaders, responseHeaders } from './passed-headers.ts';

const client = { ip: '203.0.113.7', protocol: 'https' };
const passed = (...raw: string[]) =>
  requestHeaders(raw, client).filter(([name]) => !name.startsWith('x-forwarded-'));
const sent = (headers: [string, string][], cookiePath?: string) => responseHeaders(headers, { cookiePath });

test('headers reach a function as they came, in their order, with the address of the client', () => {
  expect(requestHeaders(['X-A', '1', 'Accept', 'a', 'x-a', '2'], client)).toEqual([
    ['x-a', '1'],
    ['accept', 'a'],
    ['x-a', '2'],
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
  ]);
});

test.each([
  ['Connection', 'close'],
  ['Transfer-Encoding', 'chunked'],
  ['Content-Length', '10'],
  ['Upgrade', 'websocket'],
  ['TE', 'trailers'],
  ['Proxy-Authorization', 'Basic a'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['Forwarded', 'for=127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Request-Id', 'of-someone-else'],
])('a function never gets %s as the client said it', (name, value) => {
  expect(passed(name, value)).toEqual([]);
});

test('what a client names in Connection is of the connection', () => {
  expect(passed('Connection', 'close, X-A', 'x-a', '1', 'x-b', '2')).toEqual([['x-b', '2']]);
});

describe('cookies of the console in a request', () => {
  it.each([
    'atrium_refresh=secret',
    '__Host-atrium_refresh=secret',
    '__Secure-atrium_refresh=secret',
    'ATRIUM_REFRESH=secret',
    ' atrium_refresh =secret',
    '\tatrium_refresh=secret',
    '"atrium_refresh"=secret',
    'atrium_device=secret',
    '__Host-atrium_device=secret',
    'atrium_provider=secret',
    '__host-ATRIUM_provider=secret',
    'atrium_refresh',
    'atrium_refresh=a; atrium_refresh=secret',
  ])('a function does not see %j', (cookie) => {
    expect(passed('Cookie', cookie)).toEqual([]);
    expect(passed('cookie', `cart=1; ${cookie}; theme=dark`, 'COOKIE', cookie)).toEqual([
      ['cookie', 'cart=1; theme=dark'],
    ]);
  });
});

describe('cookies that a function sets', () => {
  it.each([
    'atrium_refresh=evil',
    '__Host-atrium_refresh=evil; Secure; Path=/',
    '__Secure-atrium_refresh=evil; Secure',
    'ATRIUM_REFRESH=evil',
    'Atrium_Device=evil',
    ' atrium_provider=evil',
    'atrium_refresh =evil',
    '"atrium_refresh"=evil',
    '=atrium_refresh=evil',
    '=__Host-atrium_refresh=evil',
    'atrium_refresh',
    ';atrium_refresh=evil',
    '',
    'a\tb=1',
    'cart=1; Domain=example.com',
    'cart=1; domain=.example.com',
    'cart=1;DOMAIN =127.0.0.1',
    'cart=1; Path=/; Domain=',
    'cart=1; domain',
  ])('%j is not passed on', (cookie) => {
    expect(sent([['Set-Cookie', cookie]])).toEqual({});
  });

  it('are passed on one by one where they are its own', () => {
    const cookies = ['cart=1; HttpOnly; SameSite=Lax', 'theme=dark; Max-Age=60', 'atrium_refreshed=1'];
    expect(sent(cookies.map((cookie) => ['set-cookie', cookie]))).toEqual({ 'set-cookie': cookies });
  });

  it('stay below the path of the domain where several domains share a host', () => {
    const below = (cookie: string) => 'set-cookie' in sent([['set-cookie', cookie]], '/abc');
    expect(['a=1', 'a=1; Path=/abc', 'a=1; path=/abc/hooks'].map(below)).toEqual([true, true, true]);
    expect(
      ['a=1; Path=/', 'a=1; Path=/abcd', 'a=1; Path=', 'a=1; Path=/abc; Path=/', 'a=1; Path=/x/../abc'].map(
        below,
      ),
    ).toEqual([false, false, false, false, false]);
  });
});

test.each([
  'Connection',
  'Keep-Alive',
  'Transfer-Encoding',
  'Content-Length',
  'Trailer',
  'Upgrade',
  'Proxy-Authenticate',
  'Clear-Site-Data',
  'Strict-Transport-Security',
  'Alt-Svc',
  'Public-Key-Pins',
  'Service-Worker-Allowed',
  'NEL',
  'Report-To',
  'X-Content-Type-Options',
  'X-Request-Id',
  'Server',
])('a function cannot send %s', (name) => {
  expect(
    sent([
      [name, '"*"'],
      ['x-a', '1'],
    ]),
  ).toEqual({ 'x-a': '1' });
});

test('headers that come several times stay several, and no name is special', () => {
  expect(
    sent([
      ['Link', '<a>'],
      ['link', '<b>'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]),
  ).toEqual(
    Object.assign(Object.create(null), { link: ['<a>', '<b>'], ['__proto__']: 'x', constructor: 'y' }),
  );
});
