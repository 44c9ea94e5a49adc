import type { ReachedFile } from '@atrium/contract/service-api/functions/test-reach';
import { getProof } from '@atrium/contract/test-runs/proof';
import { expect, test } from 'vitest';
import { setTheStage, type TestRunStage } from '../../../test/test-run-stage.ts';
import { toTestChange } from '../test-change.ts';
import { pruneReaches } from './reach-pruning.job.ts';
import { ReachWriter } from './reach-writer.ts';

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

/** What happens in some nights. */
async function pruneFor(stage: TestRunStage, nights: number): Promise<void> {
  for (let night = 0; night < nights; night += 1) {
    await pruneReaches(stage.context, { runs: 2 });
    stage.clock.travel(DAY_MS);
  }
}

test('what neither a kept run nor a content that may return needs is deleted, and nothing else', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  for (const letter of ['a', 'b', 'c', 'd']) await runWith(stage, letter);
  const all = { reaches: 4, contents: 'abcd' };
  expect(await stored(stage)).toEqual(all);

  await pruneFor(stage, 3);
  expect(await stored(stage), 'all runs are recent').toEqual(all);

  stage.clock.travel(100 * DAY_MS);
  await pruneFor(stage, 1);
  expect(await stored(stage), 'it may just have been found').toEqual(all);
  await pruneFor(stage, 3);
  expect(await stored(stage), 'two runs are kept, and each content passed').toEqual({
    reaches: 2,
    contents: 'abcd',
  });

  stage.clock.travel(300 * DAY_MS);
  await pruneFor(stage, 2);
  expect(await stored(stage)).toEqual({ reaches: 2, contents: 'cd' });
  const query = { serviceId: 'shop', folderPath: 'lib', name: 'times.js', checksum: contentOf('d') };
  const { proof, reaching } = await stage.call(getProof, { query }, { as: stage.caller });
  expect(proof).toMatchObject({ tests: 1, passing: 1 });
  expect(reaching).toHaveLength(1);

  // What was deleted is stored again when it is reached again.
  await runWith(stage, 'a');
  expect(await stored(stage)).toEqual({ reaches: 3, contents: 'cda' });
});

test('a domain whose tests always run is pruned, but for what the run has found', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  for (const letter of ['a', 'b', 'c', 'd']) await runWith(stage, letter);
  const { context, clock } = stage;
  clock.travel(500 * DAY_MS);
  const { runId } = await stage.start();
  await pruneReaches(context, { runs: 2 });
  expect(await stored(stage)).toEqual({ reaches: 4, contents: 'abcd' });

  // The run finds what is not needed any more, and has not named it yet.
  const reach = [{ serviceId: 'shop', folderPath: 'lib', name: 'times.js', checksum: contentOf('b') }];
  const { reachId } = await findReach(stage, runId, reach);
  clock.travel(DAY_MS);
  await pruneReaches(context, { runs: 2 });
  const left = await context.db.selectFrom('reaches').select('id').orderBy('id').execute();
  expect(left).toEqual([{ id: reachId }, { id: expect.any(Number) }]);
  expect(await stored(stage)).toEqual({ reaches: 2, contents: 'abcd' });
  clock.travel(DAY_MS);
  await pruneReaches(context, { runs: 2 });
  expect((await stored(stage)).contents).toBe('bd');
});

async function findReach({ context, caller }: TestRunStage, id: string, reach: ReachedFile[]) {
  const change = toTestChange(
    'shop',
    { id: 'tests/a', status: 'OK', startedAt: null, durationMs: 1 },
    { result: null, reach },
  );
  const [kept] = await new ReachWriter(context.db, { id, domainId: caller.domainId }).keep([change]);
  return kept as { reachId: number | null };
}
