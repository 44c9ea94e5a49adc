import { DEVICE_COOKIE, PROVIDER_COOKIE, REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { isToken } from '@atrium/host/header-text';

type Headers = [name: string, value: string][];

/** Of one connection: never passed on, in neither direction. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Headers that the platform sets by itself: a caller could claim anything. */
const SAID_HERE = [
  'content-length',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
];
const NOT_OF_REQUEST = new Set([...OF_CONNECTION, ...SAID_HERE]);

/** Headers that bear on more than the response: on other services of the host, on other domains, or on the platform's own headers. */
const NOT_OF_RESPONSE = new Set([
  ...OF_CONNECTION,
  'alt-svc',
  'clear-site-data',
  'content-length',
  'date',
  'nel',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'server',
  'service-worker-allowed',
  'strict-transport-security',
  'x-content-type-options',
  'x-request-id',
]);

/** Cookies of the console, with and without the prefix that https needs: cookies of a host ignore ports. */
const OWN_COOKIES = new Set(
  [REFRESH_COOKIE, DEVICE_COOKIE, PROVIDER_COOKIE].flatMap((name) => {
    const plain = name.replace('__Host-', '').toLowerCase();
    return [plain, `__host-${plain}`, `__secure-${plain}`];
  }),
);

/** Headers of a request as a function gets them, without the console's cookies. */
export function requestHeaders(raw: readonly string[], client: { ip: string; protocol: string }): Headers {
  const given: Headers = [];
  for (let at = 0; at + 1 < raw.length; at += 2) given.push([raw[at] ?? '', raw[at + 1] ?? '']);
  const ofConnection = namesOfConnection(given);
  const passed: Headers = given.flatMap(([name, value]): Headers => {
    const lower = name.toLowerCase();
    if (NOT_OF_REQUEST.has(lower) || ofConnection.has(lower)) return [];
    if (lower !== 'cookie') return [[lower, value]];
    const cookies = withoutOwnCookies(value);
    return cookies === '' ? [] : [[lower, cookies]];
  });
  return [...passed, ['x-forwarded-for', client.ip], ['x-forwarded-proto', client.protocol]];
}

/** Names of further headers that belong to the connection, as its own header lists them. */
function namesOfConnection(headers: readonly (readonly [string, string])[]): Set<string> {
  return new Set(
    headers
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase())),
  );
}

function withoutOwnCookies(value: string): string {
  return value
    .split(';')
    .filter((pair) => !OWN_COOKIES.has(cookieName(pair)))
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .join('; ');
}

/** In quotes and with spaces, too, a parser may take it for the name. */
function cookieName(pair: string): string {
  return (pair.split('=', 1)[0] ?? '').replaceAll(/[\s"]/g, '').toLowerCase();
}

/** Headers of a function's response as they are sent; those that come several times as lists. */
export function responseHeaders(
  headers: readonly (readonly [string, string])[],
  { cookiePath }: { cookiePath: string | undefined },
): Record<string, string | string[]> {
  const ofConnection = namesOfConnection(headers);
  const sent: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (NOT_OF_RESPONSE.has(lower) || ofConnection.has(lower)) continue;
    if (lower === 'set-cookie' && !isOwnCookie(value, cookiePath)) continue;
    const before = sent[lower];
    if (before === undefined) sent[lower] = lower === 'set-cookie' ? [value] : value;
    else sent[lower] = [before, value].flat();
  }
  return sent;
}

/**
 * Whether a function sets a cookie of its own: none of the console's, none of other hosts, and none of other domains where they
 * are told apart by the path. A cookie without a name is refused: a browser sends it back as if its value were name and value.
 */
function isOwnCookie(value: string, cookiePath: string | undefined): boolean {
  const [pair = '', ...attributes] = value.split(';');
  const [name = '', ...rest] = pair.split('=');
  if (rest.length === 0 || !isToken(name.trim())) return false;
  if (OWN_COOKIES.has(cookieName(pair))) return false;
  return attributes.every((attribute) => {
    const [key = '', path = ''] = attribute.split('=').map((part) => part.trim());
    if (key.toLowerCase() === 'domain') return false;
    if (key.toLowerCase() !== 'path' || cookiePath === undefined) return true;
    return path === cookiePath || path.startsWith(`${cookiePath}/`);
  });
}
