import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { pruneLog } from './log-pruning.job.ts';
import { deleteSomeEntries } from './log-pruning.repository.ts';

const DAY_MS = 86_400_000;

test('log entries go when they are older than the operator wants, and stay where nothing is said', async () => {
  await using server = await startTestApp();
  const { context, clock } = server;
  const { db, audit } = context;
  const caller = await buildUser(context);
  for (const daysAgo of [1_000, 999, 998, 500, 10]) {
    clock.travel(-daysAgo * DAY_MS);
    await audit.record(db, { caller, action: 'limits.update', message: `${daysAgo}` });
    clock.travel(daysAgo * DAY_MS);
  }
  const left = async () => {
    const entries = db.selectFrom('logEntries').select('message').where('action', '=', 'limits.update');
    return (await entries.orderBy('createdOn').execute()).map(({ message }) => message);
  };

  await pruneLog({ db, clock, days: undefined });
  expect(await left()).toEqual(['1000', '999', '998', '500', '10']);
  const over = AbortSignal.abort(new Error('time is over'));
  await expect(pruneLog({ db, clock, days: 600 }, over)).rejects.toThrow('time is over');
  expect(await left()).toHaveLength(5);
  // Two at a time, as if there were too many for one transaction.
  await pruneLog({ db, clock, days: 600, atOnce: 2 });
  expect(await left()).toEqual(['500', '10']);
  // What was said in one transaction holds in no other.
  expect(await deleteSomeEntries(db, new Date(0), 10)).toBe(0);
  await expect(db.deleteFrom('logEntries').execute()).rejects.toThrow('cannot be changed');
  expect(await left()).toEqual(['500', '10']);
});
