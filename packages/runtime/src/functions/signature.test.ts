import { createHmac } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { checkSignature } from './signature.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS1zaG9w';
const body = Buffer.from('{"id":"evt_1","amount":4200}');
const sign = (content: string | Buffer, secret: string | Buffer = SECRET, hash = 'sha256') =>
  createHmac(hash, secret).update(content).digest();

const stripe = { scheme: 'stripe', secret: 'S' } as const;
const github = { scheme: 'github', secret: 'S' } as const;
const standard = { scheme: 'standard-webhooks', secret: 'S' } as const;
const hmac = {
  scheme: 'hmac',
  secret: 'S',
  header: 'X-Signature',
  encoding: 'base64',
  hash: 'sha512',
} as const;

type Pairs = [string, string][];
type Verify = Parameters<typeof checkSignature>[0];
const stripeHeader = (
  time: number | string,
  signature = sign(`${time}.${String(body)}`).toString('hex'),
): Pairs => [['Stripe-Signature', `t=${time},v1=${signature},v0=aa`]];
const standardHeaders = (time: number, id = 'msg_1', signature?: string): Pairs => {
  const key = Buffer.from(SECRET.slice(6), 'base64');
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(time)],
    ['webhook-signature', signature ?? `v1,${sign(`${id}.${time}.${String(body)}`, key).toString('base64')}`],
  ];
};
const githubHeader = (signature = sign(body).toString('hex')): Pairs => [
  ['X-Hub-Signature-256', `sha256=${signature}`],
];
const hmacHeader = (signature = sign(body, SECRET, 'sha512').toString('base64')): Pairs => [
  ['X-Signature', signature],
];
const check = (verify: Verify, headers: Pairs, given: Buffer = body, secrets: string[] = [SECRET]) =>
  checkSignature(verify, { headers, body: given }, secrets, NOW);

const valid: [string, Verify, Pairs][] = [
  ['stripe', stripe, stripeHeader(SECONDS)],
  ['github', github, githubHeader()],
  ['standard-webhooks', standard, standardHeaders(SECONDS)],
  ['hmac', hmac, hmacHeader()],
];

describe.each(valid)('%s', (_, verify, headers) => {
  it('accepts what the sender signs, also with the secret before', () => {
    expect(check(verify, headers)).not.toHaveProperty('problem');
    expect(check(verify, headers, body, ['whsec_bmV3', SECRET])).not.toHaveProperty('problem');
  });

  it.each<[string, Buffer, string[]]>([
    ['another body', Buffer.from('{"id":"evt_1","amount":1}'), [SECRET]],
    ['a body with a byte more', Buffer.concat([body, Buffer.from('\n')]), [SECRET]],
    ['no body', Buffer.alloc(0), [SECRET]],
    ['another secret', body, ['whsec_b3RoZXI=']],
    ['an empty secret', body, ['']],
    ['no secret', body, []],
  ])('refuses %s', (_name, given, secrets) => {
    expect(check(verify, headers, given, secrets)).toEqual({
      problem: 'The signature of the request is not valid.',
      reason: 'SIGNATURE_INVALID',
    });
  });

  it('refuses a missing header, one that comes twice, and one of another form', () => {
    const last = headers.at(-1) ?? ['', ''];
    const others = headers.slice(0, -1);
    for (const odd of [
      others,
      [...headers, last],
      ...['', ' ', ',', '=', 'v1=', 'sha256=', 't=1', 'v1,', '\u0000', last[1].slice(0, 40)].map(
        (value): Pairs => [...others, [last[0], value]],
      ),
    ]) {
      expect(check(verify, odd), JSON.stringify(odd)).toHaveProperty('problem');
    }
  });
});

test.each([
  [-300, true],
  [-301, false],
  [299, true],
  [301, false],
])('a time %d seconds from now is accepted: %s', (seconds, isAccepted) => {
  for (const [verify, headers] of [
    [stripe, stripeHeader(SECONDS + seconds)],
    [standard, standardHeaders(SECONDS + seconds)],
  ] as const) {
    const problem = {
      problem: 'The signature of the request is older than five minutes.',
      reason: 'SIGNATURE_OLD',
    };
    expect(check(verify, headers)).toEqual(isAccepted ? { digest: undefined } : problem);
  }
});

test('a time that is not signed makes no old signature new', () => {
  const old = stripeHeader(SECONDS - 4000)[0]?.[1] ?? '';
  const renewed: Pairs = [['stripe-signature', old.replace(/^t=\d+/, `t=${SECONDS}`)]];
  expect(check(stripe, renewed)).toHaveProperty('problem');
  const twice: Pairs = [['stripe-signature', `t=${SECONDS},${old}`]];
  expect(check(stripe, twice)).toHaveProperty('problem');
  for (const time of ['-1', '1e9', '0x10', `${SECONDS}.5`, ' ', `${SECONDS} `])
    expect(check(stripe, stripeHeader(time))).toHaveProperty('problem');
});

test('parts of a signed message cannot be moved from one header to another', () => {
  const key = Buffer.from(SECRET.slice(6), 'base64');
  const signed = sign(`msg.1.${SECONDS}.${String(body)}`, key).toString('base64');
  expect(check(standard, standardHeaders(SECONDS, 'msg', `v1,${signed}`))).toHaveProperty('problem');
});

test('a signature without a time is known again by its body', () => {
  const digestOf = (verify: Verify, headers: Pairs) => {
    const checked = check(verify, headers);
    return 'digest' in checked ? checked.digest?.toString('hex') : undefined;
  };
  expect(digestOf(github, githubHeader())).toMatch(/^[\da-f]{64}$/);
  expect(digestOf(github, githubHeader(sign(body).toString('hex').toUpperCase()))).toBe(
    digestOf(github, githubHeader()),
  );
  expect(digestOf(hmac, hmacHeader())).toBe(digestOf(github, githubHeader()));
});

test('one of several signatures is enough, one of very many is not', () => {
  const good = sign(`${SECONDS}.${String(body)}`).toString('hex');
  const header = (others: number): Pairs => [
    ['stripe-signature', `t=${SECONDS},${'v1=00,'.repeat(others)}v1=${good}`],
  ];
  expect(check(stripe, header(2))).toEqual({ digest: undefined });
  expect(check(stripe, header(50))).toHaveProperty('problem');
});
