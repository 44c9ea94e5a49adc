import { inviteChild, removeChild } from '@atrium/contract/accounts/children';
import { giveRoles, listPeople } from '@atrium/contract/accounts/people';
import { createRole, deleteRole, listRoles, updateRole } from '@atrium/contract/accounts/roles';
import { getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { listCards } from '@atrium/contract/billing/card';
import { missingPermission, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import { Notifications } from '@atrium/host/database/notifications';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { Permissions } from './permission.service.ts';
import { nameOfRole } from './role-name.ts';

let server: TestApp;
let owner: Caller;
let stranger: Caller;

beforeAll(async () => {
  server = await startTestApp();
  owner = await buildUser(server.context);
  stranger = await buildUser(server.context);
});
afterAll(() => server[Symbol.asyncDispose]());

const role = (label: string, permissions: Permission[], description = '') => ({
  body: { label, permissions, description },
});
const status = async (...call: Parameters<TestApp['request']>) => (await server.request(...call)).statusCode;
const cardsOf = (caller: Caller) => status(listCards, {}, { as: caller });

test('a role is defined, given, changed and deleted, and takes effect with the next call', async () => {
  const child = await buildUser(server.context, { domainId: owner.domainId, parentId: owner.userId });
  const refused = await server.request(listCards, {}, { as: child });
  expect([refused.statusCode, refused.json().message]).toEqual([403, missingPermission('billing.read')]);

  const made = await server.call(createRole, role('Accountant', ['billing.pay'], 'Pays.'), { as: owner });
  expect(made).toEqual({
    name: 'ROLE_ACCOUNTANT',
    label: 'Accountant',
    description: 'Pays.',
    permissions: ['billing.read', 'billing.pay'],
    isBuiltIn: false,
  });
  const roles = await server.call(listRoles, {}, { as: child });
  expect(roles.map(({ name }) => name)).toEqual(['ROLE_DEV', 'ROLE_USER', 'ROLE_ACCOUNTANT']);

  const params = { id: child.userId };
  const given = await server.call(giveRoles, { params, body: { roles: [made.name] } }, { as: owner });
  expect(given).toMatchObject({ roles: [made.name], permissions: made.permissions, isOwner: false });
  expect(await cardsOf(child)).toBe(200);
  const { permissions, roles: held } = await server.call(getUser, {}, { as: child });
  expect([permissions, held]).toEqual([made.permissions, [made.name]]);

  const name = { name: made.name };
  const changed = role('Bookkeeper', ['tests.read']);
  await server.call(updateRole, { params: name, ...changed }, { as: owner });
  expect(await cardsOf(child)).toBe(403);
  await server.call(updateRole, { params: name, ...role('Bookkeeper', ['billing.read']) }, { as: owner });
  expect(await cardsOf(child)).toBe(200);

  await server.call(deleteRole, { params: name }, { as: owner });
  expect(await cardsOf(child)).toBe(403);
  expect(await server.call(getUser, {}, { as: child })).toMatchObject({ roles: [], permissions: [] });
  expect(await status(deleteRole, { params: name }, { as: owner })).toBe(404);

  const { logs } = await server.call(searchLog, { body: { startAt: 0, action: 'role' } }, { as: owner });
  const entriesOf = (verb: string) => logs.filter(({ action }) => action === `role.${verb}`);
  expect(entriesOf('create')).toMatchObject([{ after: { label: 'Accountant' } }]);
  expect(entriesOf('delete')).toMatchObject([{ before: { label: 'Bookkeeper', holders: [child.userId] } }]);
  const first = entriesOf('change').find(({ before }) => JSON.stringify(before).includes('Accountant'));
  expect(first).toMatchObject({
    before: { permissions: made.permissions },
    after: { permissions: ['tests.read'] },
  });
  const gifts = await server.call(
    searchLog,
    { body: { startAt: 0, action: 'account.give-roles' } },
    { as: owner },
  );
  expect(gifts.logs).toMatchObject([{ before: { roles: [] }, after: { roles: [made.name] } }]);
});

test('no one gives, changes or takes away more than they may do themselves', async () => {
  const delegate = await buildChild(server.context, owner, ['people.manage', 'tests.run']);
  const strong = await buildChild(server.context, owner, ['billing.pay']);
  const weak = await buildChild(server.context, owner, ['tests.read']);
  const as = { as: delegate };
  const [paying] = strong.roles;
  const roles = { roles: [paying ?? ''] };
  const person = { username: 'mia', email: 'mia@example.com', firstName: 'Mia', lastName: 'Ohm' };

  expect(await status(createRole, role('Payer', ['billing.pay']), as)).toBe(403);
  expect(await status(inviteChild, { body: { ...person, ...roles } }, as)).toBe(403);
  expect(await status(giveRoles, { params: { id: weak.userId }, body: roles }, as)).toBe(403);
  expect(await status(giveRoles, { params: { id: strong.userId }, body: { roles: [] } }, as)).toBe(403);
  expect(await status(removeChild, { params: { id: strong.userId } }, as)).toBe(403);
  expect(await status(updateRole, { params: { name: paying }, ...role('Weak', ['tests.read']) }, as)).toBe(
    403,
  );
  expect(await status(deleteRole, { params: { name: paying } }, as)).toBe(403);
  expect(await cardsOf(strong)).toBe(200);

  // What they have they can give; those whom they invite are the owner's, who pays for them.
  const tester = await server.call(createRole, role('Tester', ['tests.run']), as);
  const mia = await server.call(inviteChild, { body: { ...person, roles: [tester.name] } }, as);
  const people = await server.call(listPeople, {}, { as: owner });
  expect(people.find(({ userId }) => userId === mia.userId)?.permissions).toEqual([
    'tests.read',
    'tests.run',
  ]);
  expect(await status(removeChild, { params: { id: mia.userId } }, as)).toBe(204);
  expect(await status(removeChild, { params: { id: mia.userId } }, { as: owner })).toBe(404);
});

test('the owner keeps all rights, and no one decides about their own', async () => {
  const delegate = await buildChild(server.context, owner, [...PERMISSIONS]);
  const as = { as: delegate };
  const body = { roles: [] };
  expect(await status(giveRoles, { params: { id: owner.userId }, body }, as)).toBe(404);
  expect(await status(removeChild, { params: { id: owner.userId } }, as)).toBe(404);
  expect(await status(giveRoles, { params: { id: delegate.userId }, body }, as)).toBe(422);
  expect(await status(removeChild, { params: { id: delegate.userId } }, as)).toBe(422);
  expect(await status(giveRoles, { params: { id: owner.userId }, body }, { as: owner })).toBe(404);
  const [first] = await server.call(listPeople, {}, as);
  expect(first).toMatchObject({ userId: owner.userId, isOwner: true, permissions: PERMISSIONS });
});

test('another process hears of a change that was made here', async () => {
  const child = await buildUser(server.context, { domainId: owner.domainId, parentId: owner.userId });
  const notifications = new Notifications({
    connection: server.connection,
    db: server.context.db,
    log: server.context.log,
  });
  const permissions = new Permissions({ db: server.context.db, notifications });
  await notifications.start();
  onTestFinished(() => notifications.stop());
  const held = async () => (await permissions.get(child)).permissions;
  expect(await held()).toEqual([]);
  const gift = { params: { id: child.userId }, body: { roles: ['ROLE_USER'] } };
  await server.call(giveRoles, gift, { as: owner });
  await expect.poll(held).toEqual(['functions.invoke']);
});

test('a domain sees and changes its own roles and people only', async () => {
  const child = await buildUser(server.context, { domainId: owner.domainId, parentId: owner.userId });
  const { name } = await server.call(createRole, role('Secret', ['tests.read']), { as: owner });
  const as = { as: stranger };
  expect((await server.call(listRoles, {}, as)).map((one) => one.name)).toEqual(['ROLE_DEV', 'ROLE_USER']);
  expect((await server.call(listPeople, {}, as)).map(({ userId }) => userId)).toEqual([stranger.userId]);
  const foreign = { params: { id: child.userId }, body: { roles: ['ROLE_DEV'] } };
  expect(await status(giveRoles, foreign, as)).toBe(404);
  expect(await status(updateRole, { params: { name }, ...role('Mine', ['tests.read']) }, as)).toBe(404);
  expect(await status(deleteRole, { params: { name } }, as)).toBe(404);
  // The name exists there only: given elsewhere it would wait for a role that is called so.
  const own = await buildUser(server.context, { domainId: stranger.domainId, parentId: stranger.userId });
  expect(await status(giveRoles, { params: { id: own.userId }, body: { roles: [name] } }, as)).toBe(400);
});

test('what cannot be is refused with its field', async () => {
  const as = { as: owner };
  const taken = await server.request(createRole, role('secret', ['tests.read']), as);
  expect(taken.json()).toMatchObject({ status: 422, errors: [{ field: 'label' }] });
  const none = await server.request(createRole, role('Empty', []), as);
  expect(none.json()).toMatchObject({ status: 400, errors: [{ field: 'permissions' }] });
  const odd = { body: { label: 'Odd', permissions: ['planets.move'] } };
  expect(await status(createRole, odd, as)).toBe(400);
  expect(await status(deleteRole, { params: { name: 'ROLE_DEV' } }, as)).toBe(422);
  expect(
    await status(updateRole, { params: { name: 'ROLE_USER' }, ...role('User', [...PERMISSIONS]) }, as),
  ).toBe(422);
});

test('a name is made of any label, and never of one that is taken', () => {
  expect(nameOfRole('Bücher & Löhne', [])).toBe('ROLE_BUCHER_LOHNE');
  expect(nameOfRole('dev', ['ROLE_DEV'])).toBe('ROLE_DEV_2');
  expect(nameOfRole('会计', ['ROLE_OWN', 'ROLE_OWN_2'])).toBe('ROLE_OWN_3');
});
