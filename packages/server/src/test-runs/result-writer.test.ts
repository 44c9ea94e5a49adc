import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { setTheStage } from '../../test/test-run-stage.ts';
import { ResultWriter } from './result-writer.ts';
import { toTestChange } from './test-change.ts';
import { findRun, updateRunExecution } from './test-run.repository.ts';

const passed = (id: string) =>
  toTestChange('shop', { id, status: 'OK', startedAt: null, durationMs: 1 }, { result: null, reach: null });
const nothing = async () => {};

test('after a write has failed, whoever reports is told so, and another execution writes the rest', async () => {
  await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': {} });
  const { clock, caller } = stage;
  const { db } = stage.context;
  const { runId } = await stage.start();
  const startWriter = async () => {
    const run = await updateRunExecution(db, runId, clock.now());
    if (run === undefined) throw new Error('The run has ended.');
    const parts = { db, clock, announce: nothing, onEnd: nothing };
    return new ResultWriter(parts, run, 1_000_000, () => {});
  };
  const first = await startWriter();
  await sql`alter table test_results rename to results_away`.execute(db);
  await first.add(passed('tests/a'));
  const report = () => first.add(passed('tests/b'));
  await vi.waitFor(() => expect(report()).rejects.toThrow('test_results'), 5000);
  await sql`alter table results_away rename to test_results`.execute(db);
  await expect(report()).rejects.toThrow('test_results');

  const second = await startWriter();
  await second.add(passed('tests/a'));
  await second.flush();
  const run = await findRun(db, caller.domainId, runId);
  expect(run?.tally.counts).toEqual({ OK: 1, PENDING: 1 });
});
