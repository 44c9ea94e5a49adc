import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startPlatform } from '../../../test/shipped-services.ts';
import { startTestApp } from '../../../test/support.ts';
import { buildContext } from '../../context.ts';
import { openDatabase } from '../../database/connection.ts';
import type { Caller } from '../../http/caller.ts';
import { ACCESS_TOKEN_SECONDS } from './token.service.ts';

/** Two web processes on one database. */
async function startTwo() {
  const server = await startTestApp();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { context, connection, clock } = server;
  const db = openDatabase(connection);
  onTestFinished(() => db.destroy());
  const log = pino({ level: 'silent' });
  const other = await buildContext({ config: context.config, clock, log, db, connection });
  onTestFinished(() => other.close());
  await Promise.all([context, other].map(({ notifications }) => notifications.start()));
  const kidsOf = () =>
    [context, other].map(({ tokens }) => tokens.listPublicKeys().keys.map(({ kid }) => kid));
  return { context, other, clock, kidsOf };
}

const kidOf = (token: string) => JSON.parse(atob(token.split('.')[0] ?? '')).kid as string;

test('a new signing key is known everywhere before it signs, and the one before it is deleted when it has no use', async () => {
  const { context, other, clock, kidsOf } = await startTwo();
  const caller = await buildUser(context);
  const early = await context.tokens.issueAccessToken(caller);
  const first = kidOf(early.token);

  const next = await context.tokens.rotate({ isLeaked: false });
  await expect.poll(kidsOf).toEqual([
    [next, first],
    [next, first],
  ]);
  expect(kidOf((await other.tokens.issueAccessToken(caller)).token)).toBe(first);
  clock.travel(61_000);
  const late = await context.tokens.issueAccessToken(caller);
  expect(kidOf(late.token)).toBe(next);
  for (const { token } of [early, late]) {
    expect((await other.tokens.verifyAccessToken(token)).userId).toBe(caller.userId);
  }
  await context.tokens.forgetReplaced();
  expect(kidsOf()[0]).toEqual([next, first]);
  clock.travel(61 * 60_000);
  await context.tokens.forgetReplaced();
  await expect.poll(kidsOf).toEqual([[next], [next]]);
});

test('when a key has leaked, nothing that it signed is accepted any more', async () => {
  const { context, other, kidsOf } = await startTwo();
  const caller = await buildUser(context);
  const { token } = await context.tokens.issueAccessToken(caller);
  expect((await other.tokens.verifyAccessToken(token)).userId).toBe(caller.userId);
  const { token: forService } = await other.tokens.issueServiceToken(caller, 'content');
  const next = await context.tokens.rotate({ isLeaked: true });
  await expect.poll(kidsOf).toEqual([[next], [next]]);
  expect(kidOf((await other.tokens.issueServiceToken(caller, 'content')).token)).toBe(next);
  expect(kidOf(forService)).not.toBe(next);
  await expect(other.tokens.verifyAccessToken(token)).rejects.toThrow(/no longer valid/);
  const { token: good } = await other.tokens.issueAccessToken(caller);
  expect((await context.tokens.verifyAccessToken(good)).userId).toBe(caller.userId);
});

test('a token that was verified is refused once it has expired', async () => {
  const { context, clock } = await startTwo();
  const caller = await buildUser(context);
  const { token } = await context.tokens.issueAccessToken(caller);
  clock.travel((ACCESS_TOKEN_SECONDS - 1) * 1000);
  expect((await context.tokens.verifyAccessToken(token)).userId).toBe(caller.userId);
  clock.travel(1000);
  await expect(context.tokens.verifyAccessToken(token)).rejects.toThrow(/no longer valid/);
});

test('a service gets the same token for a minute, and another one for all that is said differently', async () => {
  const { context, clock } = await startTwo();
  const caller = await buildUser(context);
  const issue = async (who: Caller = caller, serviceId = 'content') =>
    (await context.tokens.issueServiceToken(who, serviceId)).token;
  const token = await issue();
  clock.travel(59_000);
  expect(await issue()).toBe(token);
  const others = [
    await issue(caller, 'hyper-dispatch'),
    await issue({ ...caller, permissions: ['tests.run'] }),
    await issue({ ...caller, sessionId: context.random.id() }),
    await issue({ ...caller, impersonatorId: context.random.id() }),
    await issue(await buildUser(context, { domainId: caller.domainId })),
  ];
  expect(new Set([token, ...others]).size).toBe(others.length + 1);
  clock.travel(1_000);
  expect(await issue()).not.toBe(token);
});

test('the shipped services refuse at once what a leaked key has signed', async () => {
  await using platform = await startPlatform();
  const { context } = platform;
  await context.notifications.start();
  const caller = await buildUser(context);
  const { address } = await context.services.get('hyper-dispatch');
  const issue = async () => (await context.tokens.issueServiceToken(caller, 'hyper-dispatch')).token;
  const call = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${address}/export/metadata`, { headers })).status;
  };
  const token = await issue();
  expect(await call(token)).toBe(200);
  // Keys that were exchanged for another reason go on verifying.
  await context.tokens.rotate({ isLeaked: false });
  await expect.poll(() => context.tokens.listPublicKeys().keys.length).toBe(2);
  expect(await call(token)).toBe(200);
  await context.tokens.rotate({ isLeaked: true });
  await expect.poll(() => call(token), { timeout: 3_000 }).toBe(401);
  await expect.poll(async () => call(await issue())).toBe(200);
});
