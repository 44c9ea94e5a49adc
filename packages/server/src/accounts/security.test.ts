import { forgotPassword } from '@atrium/contract/accounts/password';
import { DEVICE_COOKIE, REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { register, resendConfirmation } from '@atrium/contract/accounts/registration';
import { login, logout, refreshToken } from '@atrium/contract/accounts/sign-in';
import { changePassword, getUser } from '@atrium/contract/accounts/user';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Browser,
  person,
  readMails,
  refreshCookie,
  registerPerson,
  signIn,
  toBrowser,
} from '../../test/people.ts';
import { CHEAP_HASHES, startTestApp, type TestApp } from '../../test/support.ts';
import { Passwords } from './sign-in/password.service.ts';

let server: TestApp;
const passwords = new Passwords({ cost: CHEAP_HASHES });
const matches = vi.spyOn(passwords, 'matches');
const hash = vi.spyOn(passwords, 'hash');
const statements = vi.spyOn(pg.Client.prototype, 'query');
/** What a statement for the database does: 'select', 'insert' … */
const verbOf = (statement: unknown) =>
  (typeof statement === 'string' ? statement : (statement as { text: string }).text).split(' ', 1)[0] ?? '';
beforeAll(async () => {
  server = await startTestApp({ passwords });
});
afterAll(() => server[Symbol.asyncDispose]());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const guess = (username: string, password = 'a wrong guess', address = '198.51.100.1') =>
  server.request(login, { body: { username, password } }, from(address));

test('guesses from many addresses shut no one out, and each address is stopped all the same', async () => {
  const eve = await registerPerson(server, 'eve');
  const known = await signIn(server, eve);
  for (let count = 1; count <= 25; count += 1) {
    expect((await guess(eve.username, `guess ${count}`, `198.51.100.${count}`)).statusCode).toBe(422);
  }
  const onKnownDevice = await server.request(login, { body: eve }, { headers: known.device });
  expect(onKnownDevice.statusCode).toBe(200);
  expect((await guess(eve.username, eve.password, '203.0.113.9')).statusCode).toBe(200);

  // While the account is attacked, an address has three guesses instead of ten, by whichever name.
  const statuses: number[] = [];
  for (const name of [eve.username, eve.email, eve.username, eve.email]) {
    statuses.push((await guess(name, 'wrong', '203.0.113.10')).statusCode);
  }
  expect(statuses).toEqual([422, 422, 422, 429]);
  const right = await guess(eve.username, eve.password, '203.0.113.10');
  expect(right.statusCode).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
  expect(right.cookies).toEqual([]);
  server.clock.travel(15 * 60_000 + 1000);
  expect((await guess(eve.username, eve.password, '203.0.113.10')).statusCode).toBe(200);
});

test('one address has ten guesses at an account, counted over its username and its e-mail', async () => {
  const ivy = await registerPerson(server, 'ivy');
  for (let count = 1; count <= 5; count += 1) {
    expect((await guess(ivy.username, `guess ${count}`)).statusCode).toBe(422);
    expect((await guess(ivy.email, `guess ${count}`)).statusCode).toBe(422);
  }
  for (const name of [ivy.username, ivy.email]) {
    expect((await guess(name, ivy.password)).statusCode).toBe(429);
  }
  expect((await guess(ivy.email, ivy.password, '198.51.100.2')).statusCode).toBe(200);
});

test('a known device has ten guesses of its own, and is known to no other account', async () => {
  const una = await registerPerson(server, 'una');
  const liv = await registerPerson(server, 'liv');
  const { device } = await signIn(server, una);
  const onDevice = (username: string, password: string) =>
    server.request(
      login,
      { body: { username, password } },
      { headers: { ...device, ...from('192.0.2.3').headers } },
    );
  for (let count = 1; count <= 10; count += 1) {
    expect((await onDevice(una.username, `guess ${count}`)).statusCode).toBe(422);
    expect((await onDevice(liv.username, `guess ${count}`)).statusCode).toBe(422);
  }
  expect((await onDevice(una.username, una.password)).statusCode).toBe(429);
  expect((await onDevice(liv.username, liv.password)).statusCode).toBe(429);
  // Neither is shut out elsewhere.
  expect((await guess(una.username, una.password, '192.0.2.4')).statusCode).toBe(200);
  expect((await guess(liv.username, liv.password, '192.0.2.3')).statusCode).toBe(429);
  expect((await guess(liv.username, liv.password, '192.0.2.4')).statusCode).toBe(200);
});

test('a made-up device cookie is replaced and gives no guesses', async () => {
  const kay = await registerPerson(server, 'kay');
  for (let count = 1; count <= 10; count += 1) {
    const headers = { cookie: `${DEVICE_COOKIE}=made-up-${count}`, ...from('192.0.2.5').headers };
    const body = { username: kay.username, password: `guess ${count}` };
    expect((await server.request(login, { body }, { headers })).statusCode).toBe(422);
  }
  expect((await guess(kay.username, kay.password, '192.0.2.5')).statusCode).toBe(429);
  const { device } = await signIn(server, kay, { cookie: `${DEVICE_COOKIE}=made-up-1` });
  expect(device.cookie).not.toContain('made-up');
});

test('networks of one IPv6 site have thirty guesses together, so that a /48 is not 65,536 addresses', async () => {
  const max = await registerPerson(server, 'max');
  const statuses: number[] = [];
  for (let network = 1; network <= 31; network += 1) {
    statuses.push((await guess(max.username, 'wrong', `2001:db8:7:${network.toString(16)}::1`)).statusCode);
  }
  expect(statuses.lastIndexOf(422)).toBe(29);
  expect(statuses[30]).toBe(429);
  expect((await guess(max.username, max.password, '2001:db8:8:1::1')).statusCode).toBe(200);
});

test('a session from before there were device cookies gets one when it is refreshed', async () => {
  const ned = await registerPerson(server, 'ned');
  const browser = await signIn(server, ned);
  const refreshed = toBrowser(await server.request(refreshToken, {}, { headers: browser.cookie }));
  expect(refreshed.device.cookie).toMatch(new RegExp(`^${DEVICE_COOKIE}=.{40,}`));
  const both = { cookie: `${refreshed.cookie.cookie}; ${refreshed.device.cookie}` };
  const again = await server.request(refreshToken, {}, { headers: both });
  expect(again.cookies).toMatchObject([{ name: REFRESH_COOKIE }]);
});

test('guesses sent all at once get no more tries than those sent one after the other', async () => {
  const zoe = await registerPerson(server, 'zoe');
  const wrong = Array.from({ length: 30 }, (_, index) => guess(zoe.username, `guess ${index}`));
  const statuses = (await Promise.all([...wrong, guess(zoe.username, zoe.password)])).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(21);
});

test('a right guess at the password of a session counts no more once guesses beside it used up the attempts', async () => {
  const lea = await registerPerson(server, 'lea');
  const { bearer } = await signIn(server, lea);
  const change = (currentPassword: string) =>
    server.request(changePassword, { body: { currentPassword, password: 'mine now' } }, { headers: bearer });
  const begun = Promise.withResolvers<void>();
  const othersAreDone = Promise.withResolvers<void>();
  matches.mockImplementationOnce(async (...given) => {
    begun.resolve();
    await othersAreDone.promise;
    return passwords.matches(...given);
  });
  const right = change(lea.password);
  await begun.promise;
  const wrong = await Promise.all(Array.from({ length: 12 }, (_, index) => change(`guess ${index}`)));
  expect(wrong.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
  othersAreDone.resolve();
  expect((await right).statusCode).toBe(429);
});

test('a name without an account is blocked in the same way, so that a block tells nothing', async () => {
  for (let count = 1; count <= 10; count += 1) {
    expect((await guess('no-such-person', 'x')).statusCode).toBe(422);
  }
  expect((await guess('No-Such-Person', 'x')).statusCode).toBe(429);
});

test('one address that tries many accounts is blocked, and with it its whole IPv6 network', async () => {
  const sam = await registerPerson(server, 'sam');
  const spray = Array.from({ length: 100 }, (_, index) => index);
  for (let start = 0; start < spray.length; start += 25) {
    await Promise.all(
      spray
        .slice(start, start + 25)
        .map((index) => guess(`sprayed-${index}`, 'password1', `2001:db8:0:1::${index.toString(16)}`)),
    );
  }
  expect((await guess(sam.username, sam.password, '2001:db8:0:1:ffff::1')).statusCode).toBe(429);
  expect((await guess(sam.username, sam.password, '2001:db8:0:2::1')).statusCode).toBe(200);
});

test('a name that exists costs the same work as one that does not', async () => {
  await registerPerson(server, 'worker');
  for (const [known, unknown] of [
    ['worker', 'not-a-worker'],
    ['worker@example.com', 'not-a-worker@example.com'],
  ] as const) {
    const work: { hashes: number; statements: string[] }[] = [];
    for (const username of [known, unknown]) {
      matches.mockClear();
      statements.mockClear();
      await guess(username, 'wrong', '192.0.2.77');
      const verbs = statements.mock.calls.map(([statement]) => verbOf(statement));
      work.push({ hashes: matches.mock.calls.length, statements: verbs });
    }
    expect(work[0]).toEqual(work[1]);
    expect(work[0]?.hashes).toBeGreaterThan(0);
    expect(work[0]?.statements.filter((verb) => verb === 'insert')).toHaveLength(2);
  }
});

test('a taken e-mail address costs the same work as a free one, a forgotten password and a repeated mail none', async () => {
  await registerPerson(server, 'settled');
  const work = async (call: () => Promise<{ statusCode: number }>) => {
    hash.mockClear();
    matches.mockClear();
    const { statusCode } = await call();
    return { statusCode, hashes: hash.mock.calls.length, comparisons: matches.mock.calls.length };
  };
  const registering = (username: string, email: string) =>
    work(() => server.request(register, { body: { ...person(username), email } }));
  const free = await registering('first-comer', 'free@example.com');
  expect(free).toEqual({ statusCode: 200, hashes: 1, comparisons: 0 });
  expect(await registering('late-comer', 'settled@example.com')).toEqual(free);
  for (const name of ['settled', 'nobody-at-all']) {
    const email = `${name}@example.com`;
    const answer = { statusCode: 204, hashes: 0, comparisons: 0 };
    expect(await work(() => server.request(forgotPassword, { body: { email } }))).toEqual(answer);
    expect(await work(() => server.request(resendConfirmation, { body: { username: name } }))).toEqual(
      answer,
    );
  }
});

test('an access token is refused after ten minutes', async () => {
  const { bearer } = await signIn(server, await registerPerson(server, 'idle'));
  const access = async () => (await server.request(getUser, {}, { headers: bearer })).statusCode;
  server.clock.travel(10 * 60_000 - 1000);
  expect(await access()).toBe(200);
  server.clock.travel(2000);
  expect(await access()).toBe(401);
});

test('a forgotten password answers the same for everyone and leaves the rest to the mail', async () => {
  await registerPerson(server, 'forgetful');
  await readMails(server, '');
  const answers: string[] = [];
  for (const email of ['forgetful@example.com', 'stranger@example.com']) {
    const answer = await server.request(forgotPassword, { body: { email } });
    answers.push(`${answer.statusCode} ${answer.body}`);
  }
  expect(answers).toEqual(['204 ', '204 ']);
  expect(await readMails(server, 'forgetful@example.com')).toHaveLength(2);
  expect(await readMails(server, 'stranger@example.com')).toHaveLength(0);
});

test('nobody can have another mailbox flooded', async () => {
  await registerPerson(server, 'flooded');
  for (let count = 0; count < 20; count += 1) {
    await server.call(forgotPassword, { body: { email: 'flooded@example.com' } });
  }
  expect(await readMails(server, 'flooded@example.com')).toHaveLength(6);
});

test('one address can ask for sixty accounts and mails in a quarter of an hour, and then waits', async () => {
  const ask = (address: string) =>
    server.request(forgotPassword, { body: { email: 'anyone@example.com' } }, from(address));
  const answers = await Promise.all(Array.from({ length: 61 }, () => ask('192.0.2.200')));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('192.0.2.201')).statusCode).toBe(204);
});

const refresh = (browser: Browser) => server.request(refreshToken, {}, { headers: browser.cookie });

/** What ends with the session: its access tokens, at once. */
async function expectEnded(...browsers: Browser[]): Promise<void> {
  for (const { bearer } of browsers) {
    await expect
      .poll(async () => (await server.request(getUser, {}, { headers: bearer })).statusCode)
      .toBe(401);
  }
}

test('a refresh token that comes again after what was given for it was used ends the session for thief and owner', async () => {
  const browser = await signIn(server, await registerPerson(server, 'robbed'));
  const thief = toBrowser(await refresh(browser));
  const thiefLater = toBrowser(await refresh(thief));

  const owner = await refresh(browser);
  expect(owner.statusCode).toBe(401);
  expect(refreshCookie(owner)).toBe(`${REFRESH_COOKIE}=`);
  expect((await refresh(thiefLater)).statusCode).toBe(401);
  await expectEnded(browser, thief, thiefLater);
});

test('an answer that was lost is given again, as often as it is lost', async () => {
  const browser = await signIn(server, await registerPerson(server, 'unlucky'));
  expect((await refresh(browser)).statusCode).toBe(200);
  expect((await refresh(browser)).statusCode).toBe(200);
  server.clock.travel(29_000);
  const third = toBrowser(await refresh(browser));
  const fourth = toBrowser(await refresh(third));
  expect((await refresh(fourth)).statusCode).toBe(200);
});

test('half a minute later nobody waits for a lost answer any more', async () => {
  const browser = await signIn(server, await registerPerson(server, 'late'));
  const given = toBrowser(await refresh(browser));
  server.clock.travel(30_001);
  expect((await refresh(browser)).statusCode).toBe(401);
  expect((await refresh(given)).statusCode).toBe(401);
  await expectEnded(browser, given);
});

test('of those who use one refresh token at the same time, one at most goes on', async () => {
  const browser = await signIn(server, await registerPerson(server, 'racer'));
  const given = await Promise.all([1, 2, 3, 4].map(async () => toBrowser(await refresh(browser))));
  const answers = await Promise.all(given.map(refresh));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
    expect((await refresh(toBrowser(answer))).statusCode).toBe(401);
  }
  await expectEnded(browser, ...given);
});

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:8081', host: 'localhost:8080' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a page of another origin cannot use the cookie (%o)', async (headers) => {
  const name = `victim-${Object.values(headers).join('').replace(/\W/g, '')}`;
  const browser = await signIn(server, await registerPerson(server, name));
  const forged = { headers: { ...browser.cookie, ...headers } };
  for (const endpoint of [refreshToken, logout]) {
    expect((await server.request(endpoint, {}, forged)).statusCode).toBe(403);
  }
  const body = { username: name, password: `password of ${name}` };
  expect((await server.request(login, { body }, { headers })).statusCode).toBe(403);
  expect((await server.request(refreshToken, {}, { headers: browser.cookie })).statusCode).toBe(200);
});

test('a form of another site cannot send JSON, and no origin is allowed in', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
    payload: '{"username":"eve","password":"password of eve"}',
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  const preflight = await server.app.inject({
    method: 'OPTIONS',
    url: login.path,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
});

test('the cookies are for this very host, over https, and for no script', async () => {
  const answer = await server.request(login, { body: await registerPerson(server, 'baker') });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  expect(cookies.map((cookie) => cookie.replace(/=.*/, ''))).toEqual([
    '__Host-atrium_refresh',
    '__Host-atrium_device',
  ]);
  for (const cookie of cookies) {
    const attributes = cookie.split('; ').slice(1);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']));
    expect(cookie).not.toMatch(/domain=/i);
    // The token is in the cookie only.
    expect(answer.body).not.toContain(/=([^;]+)/.exec(cookie)?.[1]);
  }
});

test('over http on this machine the cookies need no https, which not every browser grants there', async () => {
  const safari = await registerPerson(server, 'safari');
  const headers = { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' };
  const answer = await server.request(login, { body: safari }, { headers });
  expect(
    answer.cookies.map(({ name, secure, httpOnly, sameSite }) => [name, secure, httpOnly, sameSite]),
  ).toEqual([
    ['atrium_refresh', undefined, true, 'Strict'],
    ['atrium_device', undefined, true, 'Strict'],
  ]);
  const cookie = `atrium_refresh=${answer.cookies[0]?.value}`;
  const refresh = (more: Record<string, string>) =>
    server.request(refreshToken, {}, { headers: { cookie, ...more } });
  // Anywhere else it is a cookie that any host of the site can plant.
  for (const origin of [
    'https://127.0.0.1:8080',
    'http://console.example.com',
    'https://console.example.com',
  ]) {
    expect((await refresh({ host: new URL(origin).host, origin })).statusCode, origin).toBe(401);
  }
  const refreshed = await refresh(headers);
  expect(refreshed.cookies[0]?.name).toBe('atrium_refresh');

  const own = `atrium_refresh=${refreshed.cookies[0]?.value}`;
  const out = await server.request(logout, {}, { headers: { ...headers, cookie: own } });
  expect(out.cookies.map(({ name, value }) => [name, value])).toEqual([['atrium_refresh', '']]);
  expect((await server.request(refreshToken, {}, { headers: { ...headers, cookie: own } })).statusCode).toBe(
    401,
  );
});

test('a session given to the browser beforehand is never taken over', async () => {
  const attacker = await signIn(server, await registerPerson(server, 'attacker'));
  const victim = await registerPerson(server, 'fixed');
  const planted = await signIn(server, victim, attacker.cookie);
  expect(planted.cookie).not.toEqual(attacker.cookie);
  expect(planted.user.username).toBe('fixed');
  // The session that the browser brought along is over, and cannot be used.
  expect((await server.request(refreshToken, {}, { headers: attacker.cookie })).statusCode).toBe(401);
  expect((await server.request(refreshToken, {}, { headers: planted.cookie })).statusCode).toBe(200);

  const invented = await signIn(server, victim, { cookie: `${REFRESH_COOKIE}=chosen-by-an-attacker` });
  expect(invented.cookie.cookie).not.toContain('chosen-by-an-attacker');
});

test.each(['', 'Bearer', 'Bearer x.y.z', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'])(
  'the authorization header "%s" signs no one in',
  async (authorization) => {
    expect((await server.request(getUser, {}, { headers: { authorization } })).statusCode).toBe(401);
  },
);
