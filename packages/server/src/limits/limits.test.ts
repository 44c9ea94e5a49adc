import { inviteChild, removeChild } from '@atrium/contract/accounts/children';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { LIMITS_WITHOUT_CARD, LimitName } from '@atrium/contract/limits/limit';
import { listDomainLimits, listLimits, setDomainLimit } from '@atrium/contract/limits/limits';
import { Notifications } from '@atrium/host/database/notifications';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { unusedCard } from '../../test/unused-card.ts';
import { domainCommands } from '../commands/domain.commands.ts';
import type { Caller } from '../http/caller.ts';
import { Limits } from './limit.service.ts';

const MIB = 1024 * 1024;

let server: TestApp;
let admin: Caller;
let owner: Caller;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  owner = await buildUser(server.context);
  // Changes of limits ask for a recent sign-in.
  admin = await buildUser(server.context, { isAdmin: true });
});
afterAll(() => server[Symbol.asyncDispose]());

let count = 0;
const invite = (as: Caller) => {
  count += 1;
  const username = `guest-${count}`;
  const body = { username, email: `${username}@example.com`, firstName: 'Gil', lastName: 'Ray', roles: [] };
  return server.request(inviteChild, { body }, { as });
};
const set = (name: LimitName, limit: number | null) =>
  server.call(setDomainLimit, { params: { id: owner.domainId }, body: { name, limit } }, { as: admin });
const shown = async (name: LimitName) =>
  (await server.call(listLimits, {}, { as: owner })).find((limit) => limit.name === name);

test('a domain sees all its limits, and how much it uses of those that can be counted', async () => {
  await invite(owner);
  const limits = await server.call(listLimits, {}, { as: owner });
  expect(limits.map(({ name }) => name)).toEqual(LimitName.options);
  expect(await shown('invitationsOutstanding')).toMatchObject({ used: 1, limit: 50 });
  expect(await shown('invitationsPerDay')).toMatchObject({ used: 1, limit: 30 });
  expect(await shown('gitCacheBytes')).toMatchObject({ used: 0, unit: 'bytes' });
  // The services are not running here.
  expect(await shown('files')).toMatchObject({ used: null, limit: 100_000 });
});

test('an administrator changes a limit of one domain, which its log tells, and sets the default again', async () => {
  await set('files', 12);
  expect(await shown('files')).toMatchObject({ limit: 12, default: 100_000 });
  const other = await buildUser(server.context);
  const others = await server.call(listLimits, {}, { as: other });
  expect(others.find(({ name }) => name === 'files')?.limit).toBe(100_000);
  const params = { id: owner.domainId };
  const seen = await server.call(listDomainLimits, { params }, { as: admin });
  expect(seen).toEqual(await server.call(listLimits, {}, { as: owner }));

  const { token } = await server.context.tokens.issueServiceToken(owner, 'hyper-dispatch');
  expect(decodeJwt(token)).toMatchObject({ limits: { files: 12 } });

  server.clock.travel(1000);
  await set('files', null);
  expect(await shown('files')).toMatchObject({ limit: 100_000 });
  const { db } = server.context;
  const entries = await db
    .selectFrom('logEntries')
    .select(['action', 'userId', 'before', 'after'])
    .where('domainId', '=', owner.domainId)
    .where('action', '=', 'limits.update')
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'limits.update', userId: admin.userId, before: { files: 100_000 }, after: { files: 12 } },
    { action: 'limits.update', userId: admin.userId, before: { files: 12 }, after: { files: 100_000 } },
  ]);
});

test('a domain without a card has smaller limits, which say so, and the others as soon as it has one', async () => {
  const { wallet } = server.context.billing;
  expect(await shown('historyBytes')).toMatchObject({ limit: 100 * MIB, default: 100 * MIB });
  expect(await shown('computingPerDay')).toMatchObject({
    limit: 3_600,
    unit: 'seconds',
    remedy: expect.stringMatching(/^Add a card on the page Payment info: with one the limit is 86,400 s\./),
  });
  const readLimits = async () => {
    const { token } = await server.context.tokens.issueServiceToken(owner, 'hyper-dispatch');
    return decodeJwt(token)['limits'];
  };
  expect(await readLimits()).toEqual(LIMITS_WITHOUT_CARD);
  await set('historyBytes', 12 * MIB);
  expect(await readLimits()).toEqual({ ...LIMITS_WITHOUT_CARD, historyBytes: 12 * MIB });
  const { token } = await server.call(createTestToken, { body: unusedCard() });
  const card = await wallet.createCard(owner, { token, cardHolderName: 'Ada' }, '127.0.0.1');
  expect(await readLimits()).toEqual({ historyBytes: 12 * MIB });
  expect(await shown('computingPerDay')).toMatchObject({
    limit: 86_400,
    remedy: expect.stringMatching(/^Try/),
  });
  await set('historyBytes', null);
  expect(await shown('historyBytes')).toMatchObject({ limit: 250 * MIB });
  await wallet.delete(owner, 'cards', card.id);
  expect(await readLimits()).toEqual(LIMITS_WITHOUT_CARD);
});

test('none but an administrator changes or reads the limits of a domain by its id', async () => {
  const stranger = await buildUser(server.context);
  const params = { id: owner.domainId };
  for (const as of [owner, stranger]) {
    const body = { name: 'files', limit: 1 };
    expect((await server.request(setDomainLimit, { params, body }, { as })).statusCode).toBe(403);
    expect((await server.request(listDomainLimits, { params }, { as })).statusCode).toBe(403);
  }
  const missing = { params: { id: server.context.random.id() } };
  expect((await server.request(listDomainLimits, missing, { as: admin })).statusCode).toBe(404);
  const change = { ...missing, body: { name: 'files', limit: 1 } };
  expect((await server.request(setDomainLimit, change, { as: admin })).statusCode).toBe(404);
});

test('another process knows a changed limit at once', async () => {
  const { context, connection } = server;
  const notifications = new Notifications({ connection, db: context.db, log: context.log });
  const hasCard = async () => true;
  const limits = new Limits({ ...context, notifications, hasCard });
  await notifications.start();
  onTestFinished(() => notifications.stop());
  const known = () => limits.get(owner.domainId, 'files');
  expect(await known()).toBe(100_000);
  await set('files', 12);
  await expect.poll(known).toBe(12);
  await set('files', null);
  await expect.poll(known).toBe(100_000);
});

test('invitations of a day end at the limit, also when they come at the same time, and go on the next day', async () => {
  await set('invitationsPerDay', 3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => invite(owner)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  const [refused] = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused?.json().message).toBe(
    'The limit of this domain is reached. Invitations in a day (UTC): 3 of 3 used. Try again later. ' +
      'An administrator can raise the limit.',
  );
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(86_400);
  expect(await shown('invitationsPerDay')).toMatchObject({ used: 3, limit: 3 });
  expect((await invite(await buildUser(server.context))).statusCode).toBe(200);
  server.clock.travel(86_400_000);
  expect((await invite(owner)).statusCode).toBe(200);
});

test('invitations that are not accepted are limited, and removing one makes room', async () => {
  await set('invitationsOutstanding', 2);
  const invited = await invite(owner);
  expect((await invite(owner)).statusCode).toBe(200);
  const refused = await invite(owner);
  expect(refused.json()).toMatchObject({
    status: 422,
    message: expect.stringContaining('Invitations that are not accepted: 2 of 2 used.') as string,
    details: { limitName: 'invitationsOutstanding', limit: 2 },
  });
  // What was refused does not count for the day.
  expect(await shown('invitationsPerDay')).toMatchObject({ used: 2 });
  await server.call(removeChild, { params: { id: invited.json().userId } }, { as: owner });
  expect((await invite(owner)).statusCode).toBe(200);
});

test('only who has confirmed an e-mail address invites', async () => {
  const { db } = server.context;
  await db.updateTable('users').set({ emailConfirmedOn: null }).where('id', '=', owner.userId).execute();
  const refused = await invite(owner);
  expect(refused.json()).toMatchObject({
    status: 422,
    message: 'Confirm your own e-mail address before you invite others.',
  });
});

test('the operator sees and sets limits by the name of a user', async () => {
  const named = await buildUser(server.context, { username: 'named' });
  const run = (verb: string, ...operands: string[]) => {
    const command = domainCommands.find((each) => each.verb === verb);
    if (command === undefined || !('run' in command)) throw new Error(`there is no command ${verb}`);
    return command.run(server.context, operands, {});
  };
  expect(await run('set-limit', 'named', 'historyBytes', '1048576')).toBe(
    'The limit historyBytes of the domain named is 1 MiB.',
  );
  expect(await run('limits', 'named')).toContain('historyBytes\tunknown of 1 MiB\t(1048576)');
  expect(await server.context.limits.get(named.domainId, 'historyBytes')).toBe(1_048_576);
  expect(await run('set-limit', 'named', 'historyBytes', 'default')).toContain('is 100 MiB.');
  await expect(run('set-limit', 'named', 'nothing', '1')).rejects.toThrow('The limits are: files,');
  await expect(run('set-limit', 'named', 'files', '-1')).rejects.toThrow('neither a whole number');
  await expect(run('limits', 'no-such-person')).rejects.toThrow('There is no user');
});
