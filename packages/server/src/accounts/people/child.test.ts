import { inviteChild, listChildren, removeChild, resendInvitation } from '@atrium/contract/accounts/children';
import { checkPasswordReset, forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { listPeople } from '@atrium/contract/accounts/people';
import { listRoles } from '@atrium/contract/accounts/roles';
import { login } from '@atrium/contract/accounts/sign-in';
import { getUser, updateUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { readMails, readToken, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

let server: TestApp;
let parent: Caller;
let stranger: Caller;
beforeAll(async () => {
  server = await startTestApp();
  parent = await buildUser(server.context, { username: 'boss' });
  stranger = await buildUser(server.context);
});
afterAll(() => server[Symbol.asyncDispose]());

function invitation(username: string) {
  return {
    body: {
      username,
      email: `${username}@example.com`,
      firstName: 'Kay',
      lastName: 'Nine',
      roles: ['ROLE_DEV' as const],
    },
  };
}

test('a child user is invited by mail, chooses a password, works, and is removed', async () => {
  const child = await server.call(inviteChild, invitation('kay'), { as: parent });
  expect(child).toMatchObject({ username: 'kay', roles: ['ROLE_DEV'], isConfirmed: false });
  const [mail] = await readMails(server, 'kay@example.com');
  expect(mail?.subject).toBe('Ada Lovelace invites you to Atrium');
  expect(mail?.text).toContain('Your username is "kay".');

  const body = { token: await readToken(server, 'kay@example.com'), password: 'a long password' };
  const { domain } = await server.call(getUser, {}, { as: parent });
  expect(await server.call(checkPasswordReset, { query: { token: body.token } })).toEqual({
    username: 'kay',
    invitation: { inviter: 'Ada Lovelace', domain },
  });
  await server.call(resetPassword, { body });
  const browser = await signIn(server, { username: 'kay', password: body.password });
  expect(browser.user).toMatchObject({
    parentId: parent.userId,
    domainId: parent.domainId,
    roles: ['ROLE_DEV'],
  });
  expect(await server.call(listChildren, {}, { as: parent })).toMatchObject([
    { userId: child.userId, isConfirmed: true },
  ]);

  const byChild = await server.request(inviteChild, invitation('grandchild'), { headers: browser.bearer });
  expect(byChild.statusCode).toBe(403);

  await server.call(removeChild, { params: { id: child.userId } }, { as: parent });
  const access = async () => (await server.request(getUser, {}, { headers: browser.bearer })).statusCode;
  await expect.poll(access).toBe(401);
  const again = await server.request(login, { body: { username: 'kay', password: body.password } });
  expect(again.statusCode).toBe(422);
  expect(await server.call(listChildren, {}, { as: parent })).toEqual([]);
  // The name is free again.
  await server.call(inviteChild, invitation('kay'), { as: parent });
});

test('an invitation is sent again, with a new link and as one of the day, until it is accepted', async () => {
  const owner = await buildUser(server.context);
  const child = await server.call(inviteChild, invitation('max'), { as: owner });
  const request = { params: { id: child.userId } };
  const expired = await readToken(server, 'max@example.com');
  const findEnd = async () => {
    const people = await server.call(listPeople, {}, { as: owner });
    const end = people.find(({ userId }) => userId === child.userId)?.invitationEndsOn;
    return end && (Date.parse(end) - server.clock.now().getTime()) / 86_400_000;
  };
  expect(await findEnd()).toBe(7);
  server.clock.travel(8 * 86_400_000);
  expect(await findEnd()).toBe(-1);
  const accept = (token: string) =>
    server.request(resetPassword, { body: { token, password: 'a long password' } });
  expect((await accept(expired)).statusCode).toBe(422);

  await server.call(resendInvitation, request, { as: owner });
  // Already before its mail is written.
  expect(await findEnd()).toBe(7);
  const again = await readToken(server, 'max@example.com');
  expect(await findEnd()).toBe(7);
  const limits = await server.context.limitUses.list(owner);
  expect(limits.find(({ name }) => name === 'invitationsPerDay')).toMatchObject({ used: 1 });
  expect((await accept(again)).statusCode).toBe(204);
  expect(await findEnd()).toBeNull();
  const late = await server.request(resendInvitation, request, { as: owner });
  expect([late.statusCode, late.json().message]).toEqual([422, 'max has already accepted the invitation.']);
});

test('whoever was invited and asks for a link to choose a password gets the invitation again', async () => {
  await server.call(inviteChild, invitation('ned'), { as: parent });
  await readMails(server, 'ned@example.com');
  server.clock.travel(8 * 86_400_000);
  await server.call(forgotPassword, { body: { email: 'NED@example.com' } });
  const mails = await readMails(server, 'ned@example.com');
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => 'Ada Lovelace invites you to Atrium'),
  );
  const token = await readToken(server, 'ned@example.com');
  const body = { token, password: 'a long password' };
  expect((await server.request(resetPassword, { body })).statusCode).toBe(204);
  await signIn(server, { username: 'ned', password: body.password });
});

test('a stranger, another parent, the child itself and an administrator of elsewhere reach no child', async () => {
  const child = await server.call(inviteChild, invitation('lou'), { as: parent });
  const sibling = await buildUser(server.context, { domainId: parent.domainId });
  const admin = await buildUser(server.context, { isAdmin: true });
  const itself: Caller = { ...parent, userId: child.userId, parentId: parent.userId };
  const refusals: [Caller, number][] = [
    [stranger, 404],
    [sibling, 404],
    [admin, 404],
    [itself, 403],
  ];
  for (const [caller, status] of refusals) {
    for (const endpoint of [removeChild, resendInvitation]) {
      const answer = await server.request(endpoint, { params: { id: child.userId } }, { as: caller });
      expect(answer.statusCode).toBe(status);
    }
    expect(await server.call(listChildren, {}, { as: caller })).toEqual([]);
  }
  const missing = { params: { id: server.context.random.id() } };
  const foreign = await server.request(removeChild, { params: { id: child.userId } }, { as: stranger });
  const none = await server.request(removeChild, missing, { as: stranger });
  expect(foreign.json().message).toBe(none.json().message);
});

test('names from before the rules for names stay usable, and no mail repeats them', async () => {
  const { db } = server.context;
  const old = await buildUser(server.context, { username: 'old-hand' });
  const names = { firstName: 'URGENT: visit https://evil.example', lastName: 'now' };
  await db.updateTable('users').set(names).where('id', '=', old.userId).execute();
  expect(await server.call(getUser, {}, { as: old })).toMatchObject(names);
  const theme = { body: { params: { theme: 'dark' as const } } };
  expect(await server.call(updateUser, theme, { as: old })).toMatchObject(names);
  await server.call(inviteChild, invitation('nia'), { as: old });
  const [mail] = await readMails(server, 'nia@example.com');
  expect(mail?.subject).toBe('old-hand invites you to Atrium');
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil');

  const spam = { body: { ...invitation('ola').body, firstName: names.firstName } };
  const refused = await server.request(inviteChild, spam, { as: parent });
  expect(refused.json()).toMatchObject({ status: 400, errors: [{ field: 'firstName' }] });
});

test('an invitation names the roles that exist, and a taken username', async () => {
  const roles = await server.call(listRoles, {}, { as: parent });
  expect(roles.map(({ name }) => name)).toContain('ROLE_DEV');
  const wrong = { body: { ...invitation('mia').body, roles: ['ROLE_ROOT'] } };
  expect((await server.request(inviteChild, wrong, { as: parent })).statusCode).toBe(400);
  const taken = await server.request(inviteChild, invitation('boss'), { as: parent });
  expect(taken.json()).toMatchObject({ status: 422, errors: [{ field: 'username' }] });
  expect((await server.request(listChildren, {})).statusCode).toBe(401);
});
