import { listReturnWishes, updateReturnWish } from '@atrium/contract/test-runs/return-wish';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { setTheStage, type TestRunStage } from '../../test/test-run-stage.ts';
import type { Caller } from '../http/caller.ts';
import { startJobWorkers } from '../jobs/jobs.ts';
import { startWishedJob } from './start-wished.job.ts';

/** A submit of another time, after which its tests are to run. */
async function wish(stage: TestRunStage, caller: Caller): Promise<void> {
  const { db, random, clock } = stage.context;
  const backupKey = random.id();
  await stage.call(updateReturnWish, { body: { backupKey } }, { as: caller });
  const ago = (seconds: number) => ({ createdOn: new Date(clock.now().getTime() - seconds * 1000) });
  await db.updateTable('returnWishes').set(ago(120)).where('backupKey', '=', backupKey).execute();
  const { domainId, userId } = caller;
  const place = {
    id: random.id(),
    domainId,
    serviceId: 'shop',
    backupKey,
    version: 1,
    importedVersion: 2,
    userId,
  };
  const rest = { message: 'A change', action: 'configuration.import' as const, files: '[]' };
  await db
    .insertInto('backups')
    .values({ ...place, ...rest, ...ago(60) })
    .execute();
}

test('a service that hangs for one domain holds up no run after a submit of another', async () => {
  await using stage = await setTheStage({ 'tests/sum': { result: 3 } });
  const { context, service, caller } = stage;
  await wish(stage, caller);
  const others = await Promise.all([1, 2].map(() => buildUser(context)));
  for (const other of others) await wish(stage, other);
  service.silentTo.add(caller.userId);
  const wished = context.testRuns.jobs.filter(({ definition }) => definition.name.includes('start-wished'));
  const workers = await startJobWorkers(stage.connection, wished, pino({ level: 'silent' }));
  await context.jobs.send(startWishedJob, {});
  const stateOf = async (as: Caller) => (await stage.call(listReturnWishes, {}, { as }))[0]?.state;
  await vi.waitFor(async () => {
    expect(service.users).toContain(caller.userId);
    // The service of this stage cannot say what is live, which ends these.
    for (const other of others) expect(await stateOf(other)).toBe('UNTESTED');
  }, 15_000);
  expect(await stateOf(caller)).toBe('WAITING');
  service.goAway();
  await workers.stop();
}, 60_000);
