import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { buildContext } from '../context.ts';
import { openDatabase } from '../database/connection.ts';

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
  const next = await context.tokens.rotate({ isLeaked: true });
  await expect.poll(kidsOf).toEqual([[next], [next]]);
  await expect(other.tokens.verifyAccessToken(token)).rejects.toThrow(/no longer valid/);
  const { token: good } = await other.tokens.issueAccessToken(caller);
  expect((await context.tokens.verifyAccessToken(good)).userId).toBe(caller.userId);
});
