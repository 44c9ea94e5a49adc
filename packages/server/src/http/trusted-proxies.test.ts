import { login } from '@atrium/contract/accounts/sign-in';
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
