import type { IncomingHttpHeaders } from 'node:http';

/** Of a request only these reach a service: never cookies, never the caller's own token. */
export const requestHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'user-agent',
]);

/** Of a request whose body the platform has unpacked: what described the packed body means nothing any more. */
export const unpackedHeaders = new Set(
  [...requestHeaders].filter((name) => name !== 'content-encoding' && name !== 'content-length'),
);

/** Of an answer only these reach the browser: a service sets no cookie and no policy on the product's host. */
export const responseHeaders = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
]);

/** Returns the headers with these names, which are in lower case. */
export function only<Headers extends Record<string, unknown>>(
  allowed: Set<string>,
  headers: Headers,
): Partial<Headers> {
  const found: Partial<Headers> = {};
  for (const name in headers) if (allowed.has(name)) found[name] = headers[name];
  return found;
}

/**
 * A tag as the browser gets it. It keeps what has one by its address, whoever is signed in, and asks with the tag whether
 * that still holds, even where `Vary` differs; and services count the versions of each domain from 1.
 */
export function tagFor(userId: string, tag: string): string {
  return tag.replace('"', `"${userId}.`);
}

/** The conditions of a request with tags as the service made them; without tags that this person was not given. */
export function conditionsFor(
  userId: string,
  { 'if-match': wanted, 'if-none-match': known }: IncomingHttpHeaders,
): IncomingHttpHeaders {
  const prefix = tagFor(userId, '"');
  const given = known?.match(/\*|(W\/)?"[^"]*"/g)?.filter((tag) => tag === '*' || tag.includes(prefix));
  return {
    'if-match': wanted?.replaceAll(prefix, '"'),
    'if-none-match': given?.join(', ').replaceAll(prefix, '"') || undefined,
  };
}
