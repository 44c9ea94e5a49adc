import {
  loginWithFactor,
  loginWithPasskey,
  startFactorPasskey,
  startPasskeyLogin,
} from '@atrium/contract/accounts/factor-sign-in';
import { REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { addPasskey, listFactors, startPasskey } from '@atrium/contract/accounts/second-factor';
import { confirmSession, startConfirmPasskey } from '@atrium/contract/accounts/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, registerPerson, signIn } from '../../../test/people.ts';
import { addAuthenticator, giveCredentials } from '../../../test/second-factors.ts';
import { SoftwarePasskey } from '../../../test/software-passkey.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

const ORIGIN = 'http://localhost:8080';
const OTHER = 'https://localhost.evil.example';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: { publicUrl: ORIGIN } });
});
afterAll(() => server[Symbol.asyncDispose]());

async function add(browser: Browser, passkey: SoftwarePasskey, origin = ORIGIN) {
  const headers = browser.bearer;
  const { challenge, options } = (await server.request(startPasskey, {}, { headers })).json();
  const body = { challenge, name: 'Laptop', response: passkey.create(options, origin) };
  return server.request(addPasskey, { body }, { headers });
}

async function register(name: string) {
  const person = await registerPerson(server, name);
  const passkey = new SoftwarePasskey(ORIGIN);
  const browser = await signIn(server, person);
  const added = await add(browser, passkey);
  expect(added.statusCode).toBe(200);
  expect(added.json().recoveryCodes).toHaveLength(10);
  return { person, passkey, browser };
}

async function enterAlone(passkey: SoftwarePasskey, origin = ORIGIN) {
  const { challenge, options } = await server.call(startPasskeyLogin, {});
  passkey.counter += 1;
  return { challenge, response: passkey.get(options, origin) };
}

const loginAlone = (body: Awaited<ReturnType<typeof enterAlone>>) =>
  server.request(loginWithPasskey, { body });

test('a passkey signs in alone, and counts its uses', async () => {
  const { passkey, browser } = await register('ada');
  const body = await enterAlone(passkey);
  const answer = await loginAlone(body);
  expect(answer.json()).toMatchObject({ user: { username: 'ada' } });
  expect(answer.cookies.map(({ name }) => name)).toContain(REFRESH_COOKIE);
  const listed = await server.request(listFactors, {}, { headers: browser.bearer });
  expect(listed.json()).toMatchObject({
    factors: [{ kind: 'passkey', name: 'Laptop', lastUsedOn: server.clock.now().toISOString() }],
    canAddPasskey: true,
  });
  const replayed = await loginAlone(body);
  expect(replayed.json()).toMatchObject({ details: { reason: 'CHALLENGE_OVER' } });
});

test('a proof for another site, of a key that was not unlocked, of a copy or of nobody is refused', async () => {
  const { passkey } = await register('bea');
  const elsewhere = await loginAlone(await enterAlone(passkey, OTHER));
  expect(elsewhere.statusCode).toBe(422);
  passkey.isUserVerified = false;
  expect((await loginAlone(await enterAlone(passkey))).statusCode).toBe(422);
  passkey.isUserVerified = true;
  passkey.counter = 10;
  expect((await loginAlone(await enterAlone(passkey))).statusCode).toBe(200);
  passkey.counter = 3;
  expect((await loginAlone(await enterAlone(passkey))).statusCode, 'a copy lags behind').toBe(422);
  expect((await loginAlone(await enterAlone(new SoftwarePasskey(ORIGIN)))).statusCode).toBe(422);
  passkey.counter = 20;
  const late = await enterAlone(passkey);
  server.clock.travel(10 * 60_000);
  expect((await loginAlone(late)).statusCode).toBe(422);
  const { challenge } = await server.call(startPasskeyLogin, {});
  const nonsense = { id: passkey.id, response: { clientDataJSON: '%%%' } };
  expect(
    (await server.request(loginWithPasskey, { body: { challenge, response: nonsense } })).statusCode,
  ).toBe(422);
});

test('a passkey is a second factor too: only the own one, for the challenge of this sign-in', async () => {
  const { person, passkey } = await register('cleo');
  const { passkey: foreign } = await register('dora');
  const { challenge, methods } = await giveCredentials(server, person);
  expect(methods).toEqual(['passkey', 'recovery-code']);
  const { options } = await server.call(startFactorPasskey, { body: { challenge } });
  expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
  const give = (response: object) =>
    server.request(loginWithFactor, { body: { method: 'passkey', challenge, response } });
  passkey.counter += 1;
  foreign.counter += 1;
  expect((await give(foreign.get(options))).statusCode).toBe(422);
  const { options: others } = await server.call(startPasskeyLogin, {});
  expect((await give(passkey.get(others))).statusCode).toBe(422);
  passkey.isUserVerified = false;
  expect((await give(passkey.get(options))).json()).toMatchObject({ user: { username: 'cleo' } });
  expect((await give(passkey.get(options))).statusCode).toBe(422);
});

test('a passkey is taken when codes of an app were guessed at', async () => {
  const { person, passkey, browser } = await register('frieda');
  await addAuthenticator(server, browser);
  const { challenge } = await giveCredentials(server, person);
  const guess = () =>
    server.request(loginWithFactor, { body: { method: 'authenticator', challenge, code: '000000' } });
  for (let count = 0; count < 10; count += 1) await guess();
  expect((await guess()).statusCode).toBe(429);
  const { options } = await server.call(startFactorPasskey, { body: { challenge } });
  passkey.counter += 1;
  const body = { method: 'passkey', challenge, response: passkey.get(options) };
  expect((await server.request(loginWithFactor, { body })).statusCode).toBe(200);
});

test('a passkey of another site, for another person or added before is refused', async () => {
  const { browser, passkey } = await register('elsa');
  expect((await add(browser, new SoftwarePasskey(ORIGIN), OTHER)).statusCode).toBe(422);
  const fay = await signIn(server, await registerPerson(server, 'fay'));
  expect((await add(fay, passkey)).statusCode).toBe(409);
  const { challenge, options } = (await server.request(startPasskey, {}, { headers: fay.bearer })).json();
  const body = { challenge, name: 'x', response: new SoftwarePasskey(ORIGIN).create(options) };
  const stolen = await server.request(addPasskey, { body }, { headers: browser.bearer });
  expect(stolen.statusCode).toBe(422);
  const addAsFay = () => server.request(addPasskey, { body }, { headers: fay.bearer });
  expect((await addAsFay()).statusCode).toBe(200);
  expect((await addAsFay()).statusCode).toBe(422);
});

test('a passkey confirms who holds a session: only the own one, for a challenge of that person', async () => {
  const { browser, passkey } = await register('gil');
  const { browser: others, passkey: foreign } = await register('hal');
  server.clock.travel(5 * 60_000);
  const give = async (key: SoftwarePasskey, from = browser) => {
    const started = (await server.request(startConfirmPasskey, {}, { headers: from.bearer })).json();
    key.counter += 1;
    const body = { method: 'passkey', challenge: started.challenge, response: key.get(started.options) };
    const send = () => server.request(confirmSession, { body }, { headers: browser.bearer });
    return { given: await send(), again: await send() };
  };
  const needing = () => server.request(startPasskey, {}, { headers: browser.bearer });
  expect((await give(foreign)).given.statusCode).toBe(422);
  expect((await give(passkey, others)).given.statusCode).toBe(422);
  expect((await give(foreign, others)).given.statusCode).toBe(422);
  expect((await needing()).statusCode).toBe(403);
  const { given, again } = await give(passkey);
  expect(given.json()).toMatchObject({ confirmedUntil: expect.any(String) });
  expect(again.json()).toMatchObject({ status: 422, message: expect.stringContaining('Please try again.') });
  expect((await needing()).statusCode).toBe(200);
});

test('where the console is opened by an IP address, passkeys are refused with the reason', async () => {
  await using local = await startTestApp();
  const refused = await local.request(startPasskeyLogin, {});
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toMatch(/^Passkeys need a host name\./);
});
