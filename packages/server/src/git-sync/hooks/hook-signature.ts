import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Headers with `sha256=<hex>`: of GitHub, and of Bitbucket, Gitea and Forgejo. */
const PREFIXED = ['x-hub-signature-256', 'x-hub-signature'];
/** Headers with the hex digits only: of Gitea and Forgejo. */
const PLAIN = ['x-gitea-signature', 'x-forgejo-signature', 'x-gogs-signature'];
const TOKEN = 'x-gitlab-token';

const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * Whether the sender of a body knows the secret: by an HMAC over its bytes, or by the secret itself, which is all that GitLab
 * sends. Takes as long for a wrong secret as for the right one.
 */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = [
    ...PREFIXED.flatMap((name) => readHex(headers[name], 'sha256=')),
    ...PLAIN.flatMap((name) => readHex(headers[name], '')),
  ];
  const token = headers[TOKEN];
  const hasToken = typeof token === 'string' && timingSafeEqual(hashOf(token), hashOf(secret));
  return given.some((signature) => timingSafeEqual(signature, expected)) || hasToken;
}

function readHex(header: string | string[] | undefined, prefix: string): Buffer[] {
  if (typeof header !== 'string' || !header.startsWith(prefix)) return [];
  const hex = header.slice(prefix.length);
  return SHA256_HEX.test(hex) ? [Buffer.from(hex, 'hex')] : [];
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();
