import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpDeclaration } from '@atrium/contract/service-api/functions/declaration';
import type { RefusalReason } from '@atrium/contract/service-api/functions/refused-requests';

type Verify = NonNullable<HttpDeclaration['verify']>;
type Headers = readonly (readonly [string, string])[];

/** Age of a signed time that is still accepted, and how far ahead of ours it may be. */
const TOLERANCE_SECONDS = 300;
/** A sender that exchanges its secret signs with two. */
const MAX_SIGNATURES = 10;

/** Reason to refuse a request, or a digest that identifies it where nothing but its body is signed. */
export type Checked = Problem | { digest: Buffer | undefined };

interface Problem {
  problem: string;
  reason: Extract<RefusalReason, `SIGNATURE_${string}`>;
}

interface SignedRequest {
  headers: Headers;
  body: Buffer;
}

/** Checks the signature of a request over its raw body. `secrets` are the current one and one that it replaces. */
export function checkSignature(
  verify: Verify,
  request: SignedRequest,
  secrets: readonly string[],
  now: Date,
): Checked {
  const read = readers[verify.scheme](request, verify);
  if ('problem' in read) return read;
  const { content, signatures, signedAt, hash = 'sha256' } = read;
  const isSigned = secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac(hash, keyOf(verify, secret)).update(content).digest())
    // All of them, so that the time tells nothing.
    .map((expected) => signatures.map((given) => isSame(given, expected)).includes(true))
    .includes(true);
  if (!isSigned)
    return { problem: 'The signature of the request is not valid.', reason: 'SIGNATURE_INVALID' };
  if (signedAt === undefined) return { digest: createHash('sha256').update(request.body).digest() };
  const ageSeconds = now.getTime() / 1000 - signedAt;
  if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS) return { digest: undefined };
  return { problem: 'The signature of the request is older than five minutes.', reason: 'SIGNATURE_OLD' };
}

interface Read {
  content: Buffer;
  signatures: readonly Buffer[];
  /** Seconds since 1970; undefined where no time is signed. */
  signedAt?: number;
  hash?: 'sha256' | 'sha512';
}

type Reader = (request: SignedRequest, verify: Verify) => Read | Problem;

const readers: Record<Verify['scheme'], Reader> = {
  /** `Stripe-Signature: t=1492774577,v1=…,v1=…` over `t.body`. */
  stripe({ headers, body }) {
    const parts = valueOf(headers, 'stripe-signature')
      ?.split(',')
      .map((part) => part.trim().split('=', 2));
    if (!parts) return missing('Stripe-Signature');
    const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
    const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => fromHex(value));
    return timed('Stripe-Signature', times, signatures, (time) => [`${time}.`, body]);
  },

  /** `X-Hub-Signature-256: sha256=…` over the body. */
  github({ headers, body }) {
    const given = valueOf(headers, 'x-hub-signature-256');
    if (given === undefined) return missing('X-Hub-Signature-256');
    const [, signature] = /^sha256=([\da-f]{64})$/i.exec(given) ?? [];
    return { content: body, signatures: [fromHex(signature)] };
  },

  /** `webhook-signature: v1,… v1,…` over `id.timestamp.body`. */
  'standard-webhooks'({ headers, body }) {
    const id = valueOf(headers, 'webhook-id');
    const time = valueOf(headers, 'webhook-timestamp');
    const given = valueOf(headers, 'webhook-signature');
    if (id === undefined || id === '') return missing('webhook-id');
    if (time === undefined) return missing('webhook-timestamp');
    if (given === undefined) return missing('webhook-signature');
    const signatures = given
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => fromBase64(part.slice(3)));
    return timed('webhook-timestamp', [time], signatures, (signed) => [`${id}.${signed}.`, body]);
  },

  hmac({ headers, body }, verify) {
    if (verify.scheme !== 'hmac') throw new Error('not an HMAC');
    const given = valueOf(headers, verify.header);
    if (given === undefined) return missing(verify.header);
    const text = given.startsWith(`${verify.hash}=`) ? given.slice(verify.hash.length + 1) : given;
    const signature = verify.encoding === 'hex' ? fromHex(text) : fromBase64(text);
    return { content: body, signatures: [signature], hash: verify.hash };
  },
};

function timed(
  header: string,
  [time, ...others]: readonly string[],
  signatures: readonly Buffer[],
  contentOf: (time: string) => [string, Buffer],
): Read | Problem {
  if (time === undefined || others.length > 0 || !/^\d{1,12}$/.test(time))
    return { problem: `The header ${header} states no time.`, reason: 'SIGNATURE_MISSING' };
  const [head, body] = contentOf(time);
  return {
    content: Buffer.concat([Buffer.from(head), body]),
    signatures: signatures.slice(0, MAX_SIGNATURES),
    signedAt: Number(time),
  };
}

/** Senders of standard webhooks show their secret in base64. */
function keyOf({ scheme }: Verify, secret: string): Buffer {
  if (scheme === 'standard-webhooks' && secret.startsWith('whsec_'))
    return Buffer.from(secret.slice('whsec_'.length), 'base64');
  return Buffer.from(secret);
}

/** The value of a header; undefined where it is missing or there are several, of which another program may take another one. */
function valueOf(headers: Headers, name: string): string | undefined {
  const values = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function missing(header: string): Problem {
  const problem = `The request needs one header ${header} with its signature.`;
  return { problem, reason: 'SIGNATURE_MISSING' };
}

/** Empty for a text in another form. */
function fromHex(text = ''): Buffer {
  return /^(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0);
}

function fromBase64(text: string): Buffer {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
