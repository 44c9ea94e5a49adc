import { forgotPassword } from '@atrium/contract/accounts/password';
import { login } from '@atrium/contract/accounts/sign-in';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { person, registerPerson } from '../../test/people.ts';
import { startTestApp } from '../../test/support.ts';

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

/** The address that the platform believes a sign-in comes from. */
async function addressOf(trustedProxies: string[] | undefined, remoteAddress: string): Promise<string> {
  await using server = await startTestApp(trustedProxies && { config: { trustedProxies } });
  await registerPerson(server, 'ada');
  const { statusCode } = await server.app.inject({
    method: login.method,
    url: login.path,
    payload: person('ada'),
    headers: FORWARDED,
    remoteAddress,
  });
  expect(statusCode).toBe(200);
  const { address } = await server.context.db
    .selectFrom('sessions')
    .select('address')
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return address;
}

test('only a proxy that is trusted may say who called', async () => {
  expect(await addressOf(undefined, '127.0.0.1')).toBe('203.0.113.7');
  expect(await addressOf(undefined, '10.0.0.9')).toBe('10.0.0.9');
  expect(await addressOf(['10.0.0.0/24'], '10.0.0.9')).toBe('203.0.113.7');
  expect(await addressOf(['10.0.0.0/24'], '127.0.0.1')).toBe('127.0.0.1');
  expect(await addressOf([], '127.0.0.1')).toBe('127.0.0.1');
});

test('behind a proxy that does not say who called, no one asks without a limit, and the operator is told', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await using server = await startTestApp({ config: { publicUrl: 'https://console.example.com' }, log });
  const ask = async (headers = {}) => {
    const fromBrowser = { 'sec-fetch-site': 'same-origin', ...headers };
    const body = { email: 'no-one@example.com' };
    return (await server.request(forgotPassword, { body }, { headers: fromBrowser })).statusCode;
  };
  const readiness = async () => (await server.app.inject('/health/ready')).json();
  const warnings = () => lines.filter((line) => line.includes('X-Forwarded-For'));
  for (let count = 0; count < 61; count += 1) {
    expect(await ask(FORWARDED)).toBe(count < 60 ? 204 : 429);
  }
  expect(await readiness()).toEqual({ status: 'UP' });
  expect(warnings()).toEqual([]);
  for (let count = 0; count < 61; count += 1) expect(await ask()).toBe(count < 60 ? 204 : 429);
  expect(warnings()).toHaveLength(1);
  expect(await readiness()).toEqual({
    status: 'DEGRADED',
    problems: [expect.stringContaining('X-Forwarded-For')],
  });
  server.clock.travel(15 * 60_000);
  expect(await readiness()).toEqual({ status: 'UP' });
});
