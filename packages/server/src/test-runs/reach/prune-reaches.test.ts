import { getProof } from '@atrium/contract/test-runs/proof';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setTheStage, type TestRunStage } from '../../../test/test-run-stage.ts';
import { pruneReaches, pruneReachesJob } from './prune-reaches.ts';
import { lockReaches } from './reach-lock.repository.ts';

const DAY_MS = 86_400_000;
const contentOf = (letter: string) => letter.repeat(40);

/** What is stored of a domain: how many lists, and the contents of files by their first letter. */
async function stored({ context, caller }: TestRunStage) {
  const { db } = context;
  const ofDomain = db.selectFrom('reachedFiles').where('domainId', '=', caller.domainId);
  const files = await ofDomain.select('checksum').orderBy('id').execute();
  const reaches = await db
    .selectFrom('reaches')
    .select('id')
    .where('domainId', '=', caller.domainId)
    .execute();
  return { reaches: reaches.length, contents: files.map(({ checksum }) => checksum[0]).join('') };
}

async function runWith(stage: TestRunStage, letter: string): Promise<void> {
  stage.service.tests.set('tests/a', { reaches: ['times.js', contentOf(letter)] });
  await stage.start();
  await stage.execute();
  stage.clock.travel(DAY_MS);
}

test('what neither a kept run nor a content that may return needs is deleted, and nothing else', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  for (const letter of ['a', 'b', 'c', 'd']) await runWith(stage, letter);
  const all = { reaches: 4, contents: 'abcd' };
  expect(await stored(stage)).toEqual(all);
  const parts = stage.context;

  await pruneReaches(parts, undefined, { runs: 2 });
  expect(await stored(stage), 'all runs are recent').toEqual(all);

  stage.clock.travel(100 * DAY_MS);
  for (const _ of ['once', 'and again']) await pruneReaches(parts, undefined, { runs: 2 });
  expect(await stored(stage), 'two runs are kept, and each content passed').toEqual({
    reaches: 2,
    contents: 'abcd',
  });

  stage.clock.travel(300 * DAY_MS);
  await pruneReaches(parts, undefined, { runs: 2 });
  expect(await stored(stage)).toEqual({ reaches: 2, contents: 'cd' });
  const query = { serviceId: 'shop', folderPath: 'lib', name: 'times.js', checksum: contentOf('d') };
  const { proof, reaching } = await stage.call(getProof, { query }, { as: stage.caller });
  expect(proof).toMatchObject({ tests: 1, passing: 1 });
  expect(reaching).toHaveLength(1);

  // What was deleted is stored again when it is reached again.
  await runWith(stage, 'a');
  expect(await stored(stage)).toEqual({ reaches: 3, contents: 'cda' });
});

test('nothing that a run may name is deleted while tests run, or while one starts', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  for (const letter of ['a', 'b']) await runWith(stage, letter);
  stage.clock.travel(500 * DAY_MS);
  const { runId } = await stage.start();
  await pruneReaches(stage.context, undefined, { runs: 1 });
  expect(await stored(stage)).toEqual({ reaches: 2, contents: 'ab' });
  await stage.execute();
  expect((await stage.read(runId)).status).toBe('OK');

  await Promise.all([pruneReaches(stage.context, undefined, { runs: 1 }), stage.start()]);
  await stage.execute();
  const query = { serviceId: 'shop', folderPath: 'lib', name: 'times.js', checksum: contentOf('b') };
  const { proof } = await stage.call(getProof, { query }, { as: stage.caller });
  expect(proof).toMatchObject({ tests: 1, passing: 1 });
});

test('a domain whose tests run, or are being started, is not waited for, and pruned later the same night', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  for (const letter of ['a', 'b']) await runWith(stage, letter);
  const { context, clock, caller } = stage;
  const all = { reaches: 2, contents: 'ab' };
  // Longer ago than anything is kept, but for the last hundred runs.
  await context.db.updateTable('testResults').set({ reachId: null }).execute();
  clock.travel(500 * DAY_MS);
  await context.db.transaction().execute(async (transaction) => {
    await lockReaches(transaction, caller.domainId);
    await pruneReaches(context);
  });
  expect(await stored(stage)).toEqual(all);

  stage.service.tests.set('tests/a', {});
  await stage.start();
  await pruneAgain(stage);
  expect(await stored(stage), 'the tests run').toEqual(all);
  await stage.execute();
  await pruneAgain(stage);
  expect(await stored(stage)).toEqual({ reaches: 0, contents: '' });
});

/** Runs the job that was sent for later. */
async function pruneAgain({ context }: TestRunStage): Promise<void> {
  const { rows } = await sql<{ payload: object }>`
    select data as payload from jobs.job_common where name = ${pruneReachesJob.name} order by created_on desc limit 1`.execute(
    context.db,
  );
  await pruneReaches(context, pruneReachesJob.payload.parse(rows[0]?.payload));
}
