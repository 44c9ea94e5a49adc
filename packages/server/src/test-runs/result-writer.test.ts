import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { setTheStage, type TestRunStage } from '../../test/test-run-stage.ts';
import { ResultWriter } from './result-writer.ts';
import { toTestChange } from './test-change.ts';
import { findRun, updateRunExecution } from './test-run.repository.ts';

const passed = (id: string) =>
  toTestChange('shop', { id, status: 'OK', startedAt: null, durationMs: 1 }, { result: null, reach: null });
const nothing = async () => {};

async function takeOver({ context: { db }, clock }: TestRunStage, runId: string): Promise<ResultWriter> {
  const run = await updateRunExecution(db, runId, clock.now());
  if (run === undefined) throw new Error('The run has ended.');
  return new ResultWriter({ db, clock, announce: nothing, onEnd: nothing }, run, 1_000_000, () => {});
}

test('after a write has failed, whoever reports is told so, and another execution writes the rest', async () => {
  await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': {} });
  const { db } = stage.context;
  const { runId } = await stage.start();
  const first = await takeOver(stage, runId);
  await sql`alter table test_results rename to results_away`.execute(db);
  await first.add(passed('tests/a'));
  const report = () => first.add(passed('tests/b'));
  await vi.waitFor(() => expect(report()).rejects.toThrow('test_results'), 5000);
  await sql`alter table results_away rename to test_results`.execute(db);
  await expect(report()).rejects.toThrow('test_results');

  const second = await takeOver(stage, runId);
  await second.add(passed('tests/a'));
  await second.flush();
  const run = await findRun(db, stage.caller.domainId, runId);
  expect(run?.tally.counts).toEqual({ OK: 1, PENDING: 1 });
});

test('what waits to be written is bounded by all that a test said, also of its failure', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const { runId } = await stage.start();
  const writer = await takeOver(stage, runId);
  await writer.add(passed('tests/a'));
  void writer.flush();
  const failed = { ...passed(''), failureMessage: 'x'.repeat(1024 * 1024) };
  let isTaken = false;
  const adding = (async () => {
    for (let number = 0; number < 8; number += 1) await writer.add({ ...failed, testId: `tests/${number}` });
    isTaken = true;
  })();
  // The write needs several turns of the event loop: what does not wait for it is done after one.
  await setImmediate();
  expect(isTaken).toBe(false);
  await adding;
  await writer.flush();
});
