import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { setTheStage } from '../../test/test-run-stage.ts';
import { startJobWorkers } from '../jobs/jobs.ts';
import { testRunJob } from './test-run.job.ts';

const LONG_RUNS = 12;

test('a dozen runs that take long hold up no run of another domain', async () => {
  await using stage = await setTheStage({ 'tests/slow/hangs': 'hang', 'tests/sum': { result: 3 } });
  const { context, service } = stage;
  const ids = (name: string) => [{ serviceId: 'shop', tests: [{ id: `shop/tests/${name}` }] }];
  const started = [];
  for (let number = 0; number < LONG_RUNS; number += 1) {
    const caller = await buildUser(context);
    started.push({ caller, ...(await stage.start({ servicesTests: ids('slow/hangs') }, caller)) });
  }
  const execute = context.testRuns.jobs.filter(({ definition }) => definition === testRunJob);
  const workers = await startJobWorkers(stage.connection, execute, pino({ level: 'silent' }));
  await vi.waitFor(() => expect(service.begun).toHaveLength(LONG_RUNS), 15_000);
  const { runId } = await stage.start({ servicesTests: ids('sum') });
  await vi.waitFor(async () => expect((await stage.read(runId)).status).toBe('OK'), 15_000);
  for (const { caller, runId } of started)
    if (runId !== null) await stage.call(cancelTestRun, { params: { runId } }, { as: caller });
  await workers.stop();
}, 60_000);
