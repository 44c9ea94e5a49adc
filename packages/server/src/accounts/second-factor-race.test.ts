import { changeSignInRules, listFactors, removeFactor } from '@atrium/contract/accounts/second-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaitingForLocks } from '../../test/locked-table.ts';
import { registerPerson, signIn } from '../../test/people.ts';
import { addAuthenticator } from '../../test/second-factors.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { lockUser } from './user.repository.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('of two factors that are removed at the same time, the last one stays where one is required', async () => {
  const browser = await signIn(server, await registerPerson(server, 'ida'));
  const { user, bearer: headers } = browser;
  const ids = [
    (await addAuthenticator(server, browser, 'Phone')).id,
    (await addAuthenticator(server, browser, 'Tablet')).id,
  ];
  await server.request(changeSignInRules, { body: { requiresSecondFactor: true } }, { headers });
  const { db } = server.context;
  const begun = await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, user);
    const removals = ids.map((id) => server.request(removeFactor, { params: { id } }, { headers }));
    // Neither goes on before both have begun.
    await expect.poll(() => countWaitingForLocks(db)).toBe(2);
    return { removals };
  });
  const statuses = (await Promise.all(begun.removals)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(expect.arrayContaining([204, 422]));
  const { factors } = (await server.request(listFactors, {}, { headers })).json<{ factors: object[] }>();
  expect(factors).toHaveLength(1);
});
