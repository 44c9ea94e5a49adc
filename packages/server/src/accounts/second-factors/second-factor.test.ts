import { inviteChild } from '@atrium/contract/accounts/children';
import { finishSetUp, loginWithFactor, startSetUp } from '@atrium/contract/accounts/factor-sign-in';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import {
  changeSignInRules,
  confirmAuthenticator,
  createRecoveryCodes,
  listFactors,
  removeFactor,
  renameFactor,
  resetFactors,
  type SecondFactors,
  startAuthenticator,
} from '@atrium/contract/accounts/second-factor';
import {
  createCustomToken,
  encodeSsoToken,
  loginWithToken,
  refreshToken,
  type SecondStep,
} from '@atrium/contract/accounts/sign-in';
import { reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { changePassword } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import {
  type Browser,
  readMails,
  readToken,
  registerPerson,
  SIGN_IN_NOTICE,
  signIn,
  toBrowser,
} from '../../../test/people.ts';
import { addAuthenticator, codeOf, giveCredentials } from '../../../test/second-factors.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const giveCode = (challenge: string, code: string, method = 'authenticator') =>
  server.request(loginWithFactor, { body: { method, challenge, code } });
const factorsOf = async ({ bearer }: Browser) =>
  (await server.request(listFactors, {}, { headers: bearer })).json<SecondFactors>();

test('with an authenticator app, a password alone gives no session, and a code of the app completes the sign-in', async () => {
  const ada = await registerPerson(server, 'ada');
  const browser = await signIn(server, ada);
  expect(await factorsOf(browser)).toEqual({
    factors: [],
    recoveryCodesLeft: 0,
    hasPassword: true,
    isRequired: false,
    canAddPasskey: false,
  });
  const { id, secret, recoveryCodes } = await addAuthenticator(server, browser);
  expect(recoveryCodes).toHaveLength(10);
  expect(await factorsOf(browser)).toMatchObject({
    factors: [{ id, kind: 'authenticator', name: 'Phone' }],
    recoveryCodesLeft: 10,
  });

  const { challenge, methods, mustSetUp } = await giveCredentials(server, ada);
  expect({ methods, mustSetUp }).toEqual({ methods: ['authenticator', 'recovery-code'], mustSetUp: false });
  const wrong = await giveCode(challenge, codeOf(server, secret) === '000000' ? '111111' : '000000');
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json()).toMatchObject({ errors: [{ field: 'code' }] });
  const completed = await giveCode(challenge, codeOf(server, secret));
  expect(completed.json()).toMatchObject({ user: { username: 'ada' } });
  const { cookie } = toBrowser(completed);
  expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(200);
  const subjects = (await readMails(server, ada.email)).map(({ subject }) => subject);
  expect(subjects).toContain('A second factor was added');
});

test('a code, and a challenge, work once', async () => {
  const bea = await registerPerson(server, 'bea');
  const { secret } = await addAuthenticator(server, await signIn(server, bea));
  const [first, second] = [await giveCredentials(server, bea), await giveCredentials(server, bea)];
  const code = codeOf(server, secret);
  expect((await giveCode(first.challenge, code)).statusCode).toBe(200);
  expect((await giveCode(second.challenge, code)).statusCode).toBe(422);
  server.clock.travel(30_000);
  const next = codeOf(server, secret);
  const again = await giveCode(first.challenge, next);
  expect(again.statusCode).toBe(422);
  expect(again.json()).toMatchObject({ details: { reason: 'CHALLENGE_OVER' } });
  const together = await Promise.all([1, 2, 3].map(() => giveCode(second.challenge, next)));
  expect(together.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422]);
});

test('the second step has ten minutes, and a clock that is half a minute wrong does no harm', async () => {
  const cleo = await registerPerson(server, 'cleo');
  const { secret } = await addAuthenticator(server, await signIn(server, cleo));
  const late = await giveCredentials(server, cleo);
  server.clock.travel(10 * 60_000);
  const over = await giveCode(late.challenge, codeOf(server, secret));
  expect(over.json()).toMatchObject({ details: { reason: 'CHALLENGE_OVER' } });
  const { challenge } = await giveCredentials(server, cleo);
  const slow = codeOf(server, secret);
  server.clock.travel(30_000);
  expect((await giveCode(challenge, slow)).statusCode).toBe(200);
  const next = await giveCredentials(server, cleo);
  server.clock.travel(60_000);
  expect((await giveCode(next.challenge, slow)).statusCode).toBe(422);
});

test('guesses at a code end after ten, however many challenges they are spread over, and shut no owner out', async () => {
  const dora = await registerPerson(server, 'dora');
  const home = await signIn(server, dora);
  const { secret, recoveryCodes } = await addAuthenticator(server, home);
  const wrong = codeOf(server, secret) === '000000' ? '111111' : '000000';
  for (let count = 0; count < 10; count += 1) {
    const { challenge } = await giveCredentials(server, dora);
    expect((await giveCode(challenge, wrong)).statusCode).toBe(422);
  }
  const { challenge } = await giveCredentials(server, dora);
  const blocked = await giveCode(challenge, codeOf(server, secret));
  expect(blocked.statusCode).toBe(429);
  const body = { method: 'authenticator', challenge, code: codeOf(server, secret) };
  expect((await server.request(loginWithFactor, { body }, { headers: home.device })).statusCode).toBe(200);
  const elsewhere = await giveCredentials(server, dora);
  const [code = ''] = recoveryCodes;
  expect((await giveCode(elsewhere.challenge, code, 'recovery-code')).statusCode).toBe(200);
  server.clock.travel(15 * 60_000 + 1000);
  const later = await giveCredentials(server, dora);
  expect((await giveCode(later.challenge, codeOf(server, secret))).statusCode).toBe(200);
});

test('a second step that waits ends with the password that its first step was', async () => {
  const olga = await registerPerson(server, 'olga');
  const browser = await signIn(server, olga);
  const { secret } = await addAuthenticator(server, browser);
  const begin = async (password: string) => (await giveCredentials(server, { ...olga, password })).challenge;
  const over = { details: { reason: 'CHALLENGE_OVER' } };

  const changed = await begin(olga.password);
  const passwords = { currentPassword: olga.password, password: 'the second password' };
  await server.request(changePassword, { body: passwords }, { headers: browser.bearer });
  expect((await giveCode(changed, codeOf(server, secret))).json()).toMatchObject(over);

  const reset = await begin(passwords.password);
  await server.call(forgotPassword, { body: { email: olga.email } });
  const password = 'the third password';
  await server.call(resetPassword, { body: { token: await readToken(server, olga.email), password } });
  expect((await giveCode(reset, codeOf(server, secret))).json()).toMatchObject(over);

  const entered = toBrowser(await giveCode(await begin(password), codeOf(server, secret)));
  const reported = await begin(password);
  server.clock.travel(30_000);
  const [notice] = (await readMails(server, olga.email)).filter(({ subject }) => subject === SIGN_IN_NOTICE);
  const token = /sign-in-report\?token=(\S+)/.exec(notice?.text ?? '')?.[1] ?? '';
  await server.call(reportSignIn, { body: { token } });
  expect((await giveCode(reported, codeOf(server, secret))).json()).toMatchObject(over);
  await expect
    .poll(async () => (await server.request(listFactors, {}, { headers: entered.bearer })).statusCode)
    .toBe(401);
});

test('a set-up that waits adds no factor to an account that has one by now', async () => {
  await using strict = await startTestApp({ config: { administratorsNeedFactor: true } });
  const pia = await registerPerson(strict, 'pia');
  await strict.context.db.updateTable('users').set({ isAdmin: true }).where('username', '=', 'pia').execute();
  const [owner, thief] = [await giveCredentials(strict, pia), await giveCredentials(strict, pia)];
  const finish = async ({ challenge }: SecondStep) => {
    const { secret } = await strict.call(startSetUp, { body: { challenge } });
    return strict.request(finishSetUp, { body: { challenge, code: codeOf(strict, secret) } });
  };
  const added = await finish(owner);
  expect(added.statusCode).toBe(200);
  expect((await finish(thief)).json()).toMatchObject({ details: { reason: 'CHALLENGE_OVER' } });
  const working = strict.context.db.selectFrom('authenticators').where('confirmedOn', 'is not', null);
  expect(await working.select('id').execute()).toHaveLength(1);
});

test('each recovery code works once, however it is typed, and new ones replace the old', async () => {
  const elsa = await registerPerson(server, 'elsa');
  const browser = await signIn(server, elsa);
  const { recoveryCodes } = await addAuthenticator(server, browser);
  const [code = '', other = ''] = recoveryCodes;
  expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
  const first = await giveCredentials(server, elsa);
  const spelled = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
  expect((await giveCode(first.challenge, spelled, 'recovery-code')).statusCode).toBe(200);
  const second = await giveCredentials(server, elsa);
  expect((await giveCode(second.challenge, code, 'recovery-code')).statusCode).toBe(422);
  expect(await factorsOf(browser)).toMatchObject({ recoveryCodesLeft: 9 });
  const subjects = (await readMails(server, elsa.email)).map(({ subject }) => subject);
  expect(subjects).toContain('A recovery code was used');

  const made = await server.request(createRecoveryCodes, {}, { headers: browser.bearer });
  const [fresh = ''] = made.json<{ recoveryCodes: string[] }>().recoveryCodes;
  expect((await giveCode(second.challenge, other, 'recovery-code')).statusCode).toBe(422);
  expect((await giveCode(second.challenge, fresh, 'recovery-code')).statusCode).toBe(200);
  const stored = await server.context.db.selectFrom('recoveryCodes').select('codeHash').execute();
  expect(stored.some(({ codeHash }) => codeHash.toString().includes(fresh.slice(0, 4)))).toBe(false);
});

test('the secret of an app is stored sealed, and counts only once a code of it was given', async () => {
  const fay = await registerPerson(server, 'fay');
  const browser = await signIn(server, fay);
  const headers = browser.bearer;
  const started = (await server.request(startAuthenticator, {}, { headers })).json();
  expect(started.uri).toMatch(/^otpauth:\/\/totp\/Atrium:fay\?issuer=Atrium&secret=/);
  const rows = await server.context.db.selectFrom('authenticators').select('secret').execute();
  expect(rows.map(({ secret }) => secret).join()).not.toContain(started.secret);
  expect((await factorsOf(browser)).factors).toEqual([]);
  await signIn(server, fay);
  const confirm = (id: string, code: string) =>
    server.request(confirmAuthenticator, { params: { id }, body: { name: 'x', code } }, { headers });
  expect((await confirm(started.id, '12 34')).statusCode).toBe(400);
  expect((await createCodes(headers)).statusCode).toBe(422);
  const restarted = (await server.request(startAuthenticator, {}, { headers })).json();
  expect((await confirm(started.id, codeOf(server, started.secret))).statusCode).toBe(422);
  expect((await confirm(restarted.id, codeOf(server, restarted.secret))).statusCode).toBe(200);
});

const createCodes = (headers: Record<string, string>) => server.request(createRecoveryCodes, {}, { headers });

test('factors are renamed and removed by their owner only; the last one takes the recovery codes with it', async () => {
  const gil = await registerPerson(server, 'gil');
  const browser = await signIn(server, gil);
  const { id } = await addAuthenticator(server, browser);
  const stranger = await signIn(server, await registerPerson(server, 'hal'));
  const body = { name: 'Tablet' };
  for (const [headers, status] of [
    [stranger.bearer, 404],
    [browser.bearer, 200],
  ] as const) {
    expect((await server.request(renameFactor, { params: { id }, body }, { headers })).statusCode).toBe(
      status,
    );
  }
  expect((await factorsOf(browser)).factors).toMatchObject([{ name: 'Tablet' }]);
  const remove = (headers: Record<string, string>) =>
    server.request(removeFactor, { params: { id } }, { headers });
  expect((await remove(stranger.bearer)).statusCode).toBe(404);
  expect((await remove(browser.bearer)).statusCode).toBe(204);
  expect(await factorsOf(browser)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
  await signIn(server, gil);
  const actions = await server.context.db
    .selectFrom('logEntries')
    .select('action')
    .where('userId', '=', browser.user.userId)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.add-factor', 'account.rename-factor', 'account.remove-factor']),
  );
});

test('an access key, and whoever signed in as another person, changes no factors', async () => {
  const parent = await buildUser(server.context);
  const machine = { ...parent, sessionId: null };
  const impersonator = {
    ...parent,
    impersonatorId: (await buildUser(server.context, { isAdmin: true })).userId,
  };
  for (const as of [machine, impersonator]) {
    expect((await server.request(startAuthenticator, {}, { as })).statusCode).toBe(403);
    const params = { id: server.context.random.id() };
    expect((await server.request(removeFactor, { params }, { as })).statusCode).toBe(403);
  }
});

test('an owner requires a second factor: they go first, and everyone else is led to add one at the next sign-in', async () => {
  const ida = await registerPerson(server, 'ida');
  const owner = await signIn(server, ida);
  const require = (headers: Record<string, string>, requiresSecondFactor = true) =>
    server.request(changeSignInRules, { body: { requiresSecondFactor } }, { headers });
  expect((await require(owner.bearer)).statusCode).toBe(422);
  const { id } = await addAuthenticator(server, owner);

  const child = { username: 'ida-junior', email: 'ida-junior@example.com', firstName: 'Jo', lastName: 'Li' };
  await server.request(inviteChild, { body: child }, { headers: owner.bearer });
  const token = await readToken(server, child.email);
  const junior = { username: child.username, password: 'a long enough one' };
  await server.call(resetPassword, { body: { token, password: junior.password } });
  const before = await signIn(server, junior);
  expect((await require(before.bearer)).statusCode).toBe(403);
  expect((await require(owner.bearer)).statusCode).toBe(200);

  const remove = await server.request(removeFactor, { params: { id } }, { headers: owner.bearer });
  expect(remove.statusCode).toBe(422);
  expect((await server.request(refreshToken, {}, { headers: before.cookie })).statusCode).toBe(200);
  const { challenge, mustSetUp, methods } = await giveCredentials(server, junior);
  expect({ mustSetUp, methods }).toEqual({ mustSetUp: true, methods: [] });
  expect((await giveCode(challenge, '123456')).json()).toMatchObject({
    details: { reason: 'CHALLENGE_OVER' },
  });
  const started = await server.call(startSetUp, { body: { challenge } });
  const wrong = await server.request(finishSetUp, { body: { challenge, code: '000000' } });
  expect(wrong.statusCode).toBe(422);
  const body = { challenge, code: codeOf(server, started.secret) };
  const finished = await server.request(finishSetUp, { body });
  expect(finished.json()).toMatchObject({ signedIn: { user: { username: 'ida-junior' } } });
  expect(finished.json().recoveryCodes).toHaveLength(10);
  expect(finished.cookies.map(({ name }) => name)).toContain(REFRESH_COOKIE);
  expect((await server.request(startSetUp, { body: { challenge } })).statusCode).toBe(422);
  expect(await giveCredentials(server, junior)).toMatchObject({ mustSetUp: false });

  expect((await require(owner.bearer, false)).statusCode).toBe(200);
  const removed = await server.request(removeFactor, { params: { id } }, { headers: owner.bearer });
  expect(removed.statusCode).toBe(204);
});

test('administrators need one where the operator says so', async () => {
  await using strict = await startTestApp({ config: { administratorsNeedFactor: true } });
  const kim = await registerPerson(strict, 'kim');
  await strict.context.db.updateTable('users').set({ isAdmin: true }).where('username', '=', 'kim').execute();
  await registerPerson(strict, 'lou');
  expect(await giveCredentials(strict, kim)).toMatchObject({ mustSetUp: true });
  await signIn(strict, { username: 'lou', password: 'password of lou' });
});

test('lost factors are taken away by the parent of a child, an administrator or the operator, and no one else', async () => {
  const mia = await registerPerson(server, 'mia');
  const browser = await signIn(server, mia);
  await addAuthenticator(server, browser);
  const { userId, domainId } = browser.user;
  const reset = (as: Parameters<TestApp['request']>[2]) =>
    server.request(resetFactors, { params: { id: userId } }, as);
  const admin = await buildUser(server.context, { isAdmin: true });
  const stranger = await buildUser(server.context);
  const sibling = await buildUser(server.context, { domainId });
  for (const as of [stranger, sibling]) expect((await reset({ as })).statusCode).toBe(404);
  expect((await reset({ headers: browser.bearer })).statusCode).toBe(404);
  expect((await reset({ as: admin })).statusCode).toBe(204);
  expect((await server.request(refreshToken, {}, { headers: browser.cookie })).statusCode).toBe(401);
  const subjects = (await readMails(server, mia.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Your second factors were removed');

  const again = await signIn(server, mia);
  await addAuthenticator(server, again);
  const parent = await buildUser(server.context, { domainId });
  await server.context.db
    .updateTable('users')
    .set({ parentId: parent.userId })
    .where('id', '=', userId)
    .execute();
  expect((await reset({ as: parent })).statusCode).toBe(204);
  await addAuthenticator(server, await signIn(server, mia));
  await server.context.accounts.factorResets.resetByName('MIA');
  await signIn(server, mia);
  await expect(server.context.accounts.factorResets.resetByName('nobody')).rejects.toThrow(
    /no user "nobody"/,
  );
});

test('a token made in a session signs in without another factor: its maker has given one', async () => {
  const nia = await registerPerson(server, 'nia');
  const browser = await signIn(server, nia);
  await addAuthenticator(server, browser);
  const made = await server.request(createCustomToken, {}, { headers: browser.bearer });
  const { token } = made.json<{ token: string }>();
  const entered = await server.request(loginWithToken, { body: { token: encodeSsoToken(token) } });
  expect(entered.json()).toMatchObject({ user: { username: 'nia' } });
});
