import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAccount, getAccountClosing } from '@atrium/contract/accounts/account-closing';
import { inviteChild, listChildren } from '@atrium/contract/accounts/children';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { register } from '@atrium/contract/accounts/registration';
import { login, refreshToken } from '@atrium/contract/accounts/sign-in';
import { getUser } from '@atrium/contract/accounts/user';
import { setAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import {
  type Browser,
  type Person,
  person,
  readMails,
  readToken,
  registerPerson,
  signIn,
} from '../../../test/people.ts';
import { type PlatformApp, startPlatform } from '../../../test/shipped-services.ts';
import type { Store } from '../../database/schema.ts';
import { deleteContent } from './closed-content.ts';

let server: PlatformApp;
beforeAll(async () => {
  server = await startPlatform();
});
afterAll(() => server[Symbol.asyncDispose]());

const statusOf = async ({ bearer }: Browser) =>
  (await server.request(getUser, {}, { headers: bearer })).statusCode;
const trySignIn = async ({ username, password }: Person) =>
  (await server.request(login, { body: { username, password } })).statusCode;
const close = (username: string, { bearer }: Browser) =>
  server.request(closeAccount, { body: { username } }, { headers: bearer });

/** As if the time to reopen it had passed. */
async function endGrace(domainId: string): Promise<void> {
  const { db, clock } = server.context;
  const contentEndsOn = new Date(clock.now().getTime() - 1000);
  await db.updateTable('domains').set({ contentEndsOn }).where('id', '=', domainId).execute();
}

async function family(name: string) {
  const owner = await registerPerson(server, name);
  const browser = await signIn(server, owner);
  const child = person(`${name}-kid`);
  const { username, email } = child;
  const body = { username, email, firstName: 'Kid', lastName: 'Person' };
  await server.request(inviteChild, { body }, { headers: browser.bearer });
  const token = await readToken(server, email);
  await server.call(resetPassword, { body: { token, password: child.password } });
  return { owner, browser, child, childBrowser: await signIn(server, child) };
}

test('closing says what ends, takes the username only, and shuts everyone out', async () => {
  const { owner, browser, child, childBrowser } = await family('ada');
  const closing = await server.request(getAccountClosing, {}, { headers: browser.bearer });
  expect(closing.json()).toMatchObject({
    username: 'ada',
    isOwner: true,
    childUsers: ['ada-kid'],
    files: expect.any(Number),
    unpaidInvoices: [],
  });
  expect((await close('bo', browser)).json()).toMatchObject({
    status: 422,
    errors: [{ field: 'username' }],
  });
  const { db } = server.context;
  const { domainId } = browser.user;
  await db.updateTable('sessions').set({ confirmedOn: null }).where('domainId', '=', domainId).execute();
  expect((await close('ada', browser)).statusCode, 'without a password given lately').toBe(403);
  const now = await signIn(server, owner, browser.device);
  expect((await close('ada', now)).statusCode).toBe(204);
  const logged = await db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', domainId)
    .where('action', '=', 'account.close')
    .executeTakeFirstOrThrow();
  expect(logged.message).toMatch(/^Closed the domain ada; its content ends on \d\d\/\d\d\/\d{4}$/);

  for (const ended of [browser, now, childBrowser]) await expect.poll(() => statusOf(ended)).toBe(401);
  const refreshed = await server.request(refreshToken, {}, { headers: childBrowser.cookie });
  expect(refreshed.statusCode).toBe(401);
  expect([await trySignIn(owner), await trySignIn(child)]).toEqual([422, 422]);
  const [mail] = await readMails(server, owner.email);
  expect(mail).toMatchObject({ subject: 'Your account was closed' });
  expect(mail?.text).toContain('The operator can reopen it until ');
  const [childMail] = await readMails(server, child.email);
  expect(childMail?.text).toContain('The owner of the domain "ada" closed it');
});

test('a child user who closes their account only leaves the domain', async () => {
  const { owner, browser, child, childBrowser } = await family('bea');
  const closing = await server.request(getAccountClosing, {}, { headers: childBrowser.bearer });
  expect(closing.json()).toMatchObject({ isOwner: false, childUsers: [], cards: [] });
  expect((await close(child.username, childBrowser)).statusCode).toBe(204);
  await expect.poll(() => statusOf(childBrowser)).toBe(401);
  expect(await trySignIn(child)).toBe(422);
  expect(await trySignIn(owner)).toBe(200);
  const children = await server.request(listChildren, {}, { headers: browser.bearer });
  expect(children.json()).toEqual([]);
  const [mail] = await readMails(server, child.email);
  expect(mail?.text).toContain('You closed your account "bea-kid" and left the domain "bea".');
});

test('what is owed is said before, in the mail, and kept', async () => {
  const { caller } = await buildCustomer(server);
  const invoiceId = await buildInvoice(server, caller, { cents: 320 });
  await server.call(setAutomaticPayment, { body: { isOn: true } }, { as: caller });
  const { domainId } = caller;
  const { billing } = server.context;
  await chargeAutomatically(server, caller, invoiceId);
  const closing = await server.call(getAccountClosing, {}, { as: caller });
  expect(closing.isPaidAutomatically).toBe(true);
  expect(closing.unpaidInvoices).toMatchObject([{ amount: 320 }]);
  expect(closing.cards).toEqual([expect.stringMatching(/^\d{4}$/)]);
  await server.call(closeAccount, { body: { username: closing.username } }, { as: caller });
  const [mail] = await readMails(server, `${closing.username}@example.com`);
  expect(mail?.text).toContain(`invoice ${closing.unpaidInvoices[0]?.invoiceId} ($3.20)`);
  // Whoever was told to pay the operator is not charged.
  await billing.payDue();
  expect(await billing.payments.list(domainId, 1)).toEqual([]);
  expect(await billing.automaticPayments.get(caller)).toEqual({ isOn: false });
  const { db, closedDomains } = server.context;
  await endGrace(caller.domainId);
  await closedDomains.deleteDue();
  const kept = (table: 'cards' | 'freeTierCards' | 'invoices' | 'addresses' | 'logEntries') =>
    db.selectFrom(table).selectAll().where('domainId', '=', caller.domainId).execute();
  expect(await kept('invoices')).toHaveLength(1);
  expect(await kept('cards')).toMatchObject([{ holderName: '', isDefault: false }]);
  expect(await kept('addresses')).toEqual([]);
  expect((await kept('logEntries')).map(({ action }) => action)).toContain('account.delete-content');
});

test('the operator reopens it within the time, and not after the content is gone', async () => {
  const { owner, browser, child } = await family('cleo');
  const { closedDomains, db } = server.context;
  const { domainId } = browser.user;
  await close(owner.username, browser);
  await closedDomains.deleteDue();
  expect(await closedDomains.reopen(child.username)).toBe('cleo');
  expect([await trySignIn(owner), await trySignIn(child)]).toEqual([200, 200]);

  const { services } = server.context;
  const rights = { roles: [], permissions: PERMISSIONS, isAdmin: false };
  const asOwner = { userId: browser.user.userId, domainId, parentId: null, sessionId: null, ...rights };
  const stored = () => services.findStored(asOwner);
  // The first call fills the domain with its starter configuration.
  await services.getClient(asOwner).call('content', listVersions, { query: { page: 0, size: 1 } });
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await server.context.machineKeys.create(asOwner, { id: 'cleo-machine', key, userId: asOwner.userId });
  const again = await signIn(server, owner);
  expect((await close(owner.username, again)).statusCode).toBe(204);
  expect((await stored()).files).toBeGreaterThan(0);
  await endGrace(domainId);
  for (const _ of ['once', 'and again']) await closedDomains.deleteDue();
  await expect(closedDomains.reopen(owner.username)).rejects.toThrow('no closed account');
  expect(await stored()).toMatchObject({ files: 0, entries: 0, configurationBytes: 0 });
  const people = await db.selectFrom('users').selectAll().where('domainId', '=', domainId).execute();
  for (const one of people) expect(one).toMatchObject({ firstName: '', lastName: '', passwordHash: null });
  const keys = await db.selectFrom('accessKeys').selectAll().where('domainId', '=', domainId).execute();
  expect(keys).toEqual([]);
  // Names and addresses are free for whoever comes next.
  await readMails(server, owner.email);
  await registerPerson(server, 'cleo');
});

test('the owner of a closed account who comes back is told until when it can be reopened', async () => {
  const { owner, browser } = await family('rita');
  await close(owner.username, browser);
  const { contentEndsOn } = await server.context.db
    .selectFrom('domains')
    .select('contentEndsOn')
    .where('id', '=', browser.user.domainId)
    .executeTakeFirstOrThrow();
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    contentEndsOn ?? 0,
  );
  server.clock.travel(1000);
  await server.call(register, { body: { ...person('rita-again'), email: owner.email } });
  const [registered] = await readMails(server, owner.email);
  expect(registered?.subject).toBe('This e-mail address belongs to a closed account');
  expect(registered?.text).toContain(`can reopen the account until ${day}`);
  expect(registered?.text).not.toContain('token=');
  expect(registered?.text).not.toContain('rita-again');
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: owner.email } });
  const [forgotten] = await readMails(server, owner.email);
  expect(forgotten?.text).toContain('asked for a link to choose a new password');
  expect(forgotten?.text).not.toContain('token=');
});

test('what has begun to be deleted is not reopened, and is deleted to the end the next night', async () => {
  const { owner, browser } = await family('eve');
  const { context } = server;
  const { db } = context;
  const { domainId, userId } = browser.user;
  expect((await close(owner.username, browser)).statusCode).toBe(204);
  await endGrace(domainId);
  const timeouts: unknown[] = [];
  const parts = {
    ...context,
    deleters: [
      async (transaction: Store) => {
        const { rows } = await sql<{ ms: string }>`show statement_timeout`.execute(transaction);
        timeouts.push(rows);
        if (timeouts.length === 1) throw new Error('The database went away.');
      },
    ],
  };
  const closed = { domainId, domain: 'eve', ownerId: userId };
  await expect(deleteContent(parts, closed)).rejects.toThrow('The database went away.');
  await expect(context.closedDomains.reopen(owner.username)).rejects.toThrow(
    'The account of "eve" cannot be reopened: the deletion of its content has begun',
  );
  // Nor by a release that does not know of it.
  const reopened = db.updateTable('domains').set({ closedOn: null, contentEndsOn: null });
  await expect(reopened.where('id', '=', domainId).execute()).rejects.toThrow('check constraint');
  await deleteContent(parts, closed);
  expect(timeouts[1]).toEqual([{ statementTimeout: '30min' }]);
  await expect(context.closedDomains.reopen(owner.username)).rejects.toThrow('no closed account');
});

test('an account that was reopened in time keeps its content', async () => {
  const { owner, browser } = await family('fay');
  const { context } = server;
  const { domainId, userId } = browser.user;
  await close(owner.username, browser);
  await context.closedDomains.reopen(owner.username);
  await deleteContent({ ...context, deleters: [] }, { domainId, domain: 'fay', ownerId: userId });
  expect(await trySignIn(owner)).toBe(200);
});

test('no one deletes what is stored by calling a service', async () => {
  const { bearer } = await signIn(server, await registerPerson(server, 'dora'));
  for (const path of ['storage', 'storage/', '/storage', '%73torage', 'Storage', 'storage?x', 'storage#x']) {
    expect(await deleteRaw(`/services/content/${path}`, bearer), path).toBe(403);
  }
});

/** The status of a DELETE whose path is sent as it is. */
async function deleteRaw(path: string, headers: Browser['bearer']): Promise<number | undefined> {
  const { port } = server.app.server.address() as AddressInfo;
  const sent = httpRequest({ port, path, method: 'DELETE', headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('the domain of administrators cannot be closed', async () => {
  const admin = await buildUser(server.context, { isAdmin: true, username: 'root' });
  const answer = await server.request(closeAccount, { body: { username: 'root' } }, { as: admin });
  expect(answer.statusCode).toBe(422);
});
