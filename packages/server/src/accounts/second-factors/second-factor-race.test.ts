import { loginWithPasskey, startPasskeyLogin } from '@atrium/contract/accounts/factor-sign-in';
import {
  addPasskey,
  changeSignInRules,
  listFactors,
  removeFactor,
  startPasskey,
} from '@atrium/contract/accounts/second-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaitingForLocks } from '../../../test/locked-table.ts';
import { registerPerson, signIn } from '../../../test/people.ts';
import { addAuthenticator } from '../../../test/second-factors.ts';
import { SoftwarePasskey } from '../../../test/software-passkey.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Store } from '../../database/schema.ts';
import { lockUser, type UserKey } from '../people/user.repository.ts';
import { updateDomainClosed } from '../support/closed-domain.repository.ts';
import { deleteFactorsSince } from './second-factor.repository.ts';

const ORIGIN = 'http://localhost:8080';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: { publicUrl: ORIGIN } });
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

type Work = (transaction: Store, user: UserKey) => Promise<unknown>;

/** How the sign-in with a passkey alone ends during which something happens to its user. */
async function signInDuring(
  name: string,
  { first, meanwhile }: { first?: Work; meanwhile?: Work },
): Promise<{ statusCode: number; sessions: number }> {
  const { user, bearer: headers } = await signIn(server, await registerPerson(server, name));
  const passkey = new SoftwarePasskey(ORIGIN);
  const made = (await server.request(startPasskey, {}, { headers })).json();
  const response = passkey.create(made.options);
  const added = { challenge: made.challenge, name: 'Laptop', response };
  expect((await server.request(addPasskey, { body: added }, { headers })).statusCode).toBe(200);
  const { challenge, options } = await server.call(startPasskeyLogin, {});
  passkey.counter += 1;
  const body = { challenge, response: passkey.get(options) };
  const { db } = server.context;
  const begun = await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, user);
    await first?.(transaction, user);
    const signingIn = server.request(loginWithPasskey, { body });
    await expect.poll(() => countWaitingForLocks(db)).toBe(1);
    await meanwhile?.(transaction, user);
    return { signingIn };
  });
  const { statusCode } = await begun.signingIn;
  const { userId } = user;
  const sessions = await db.selectFrom('sessions').select('id').where('userId', '=', userId).execute();
  return { statusCode, sessions: sessions.length - 1 };
}

test('a passkey that is taken away while it signs in opens no session, nor does one of a domain that is being closed', async () => {
  const nothing = { statusCode: 422, sessions: 0 };
  const reported = signInDuring('jo', {
    meanwhile: (transaction, user) => deleteFactorsSince(transaction, user, new Date(0)),
  });
  expect(await reported).toEqual(nothing);
  const closed = signInDuring('kai', {
    first: (transaction, { domainId }) => {
      const now = server.clock.now();
      return updateDomainClosed(transaction, domainId, { closedOn: now, contentEndsOn: now });
    },
  });
  expect(await closed).toEqual(nothing);
});
