import type { EndpointRequest } from '@atrium/contract/endpoint';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import type { Caller } from '../src/http/caller.ts';
import { buildUser } from './factories.ts';
import { type Script, type ScriptedService, startScriptedService } from './scripted-service.ts';
import { startTestApp, type TestApp } from './support.ts';

/** A failure as a service reports it. */
export const failingSum = {
  name: 'AssertionError',
  message: 'expected 2 to equal 3',
  file: 'tests/sum.js',
  line: 3,
  column: 15,
  stack: [{ file: 'tests/sum.js', line: 3, column: 15, function: 'default' }],
  console: '',
  expected: '3',
  actual: '2',
};

export interface TestRunStage extends TestApp {
  service: ScriptedService;
  caller: Caller;
  start(body?: EndpointRequest<typeof runTests>['body'], as?: Caller): Promise<TestRun>;
  /** Runs the jobs that are due, as the jobs process would. */
  execute(): Promise<void>;
  /** Starts what the timetable has due, as a minute does in which a jobs process is there. */
  look(): Promise<void>;
  read(runId: string): Promise<TestRun>;
}

/** A customer whose domain has one service, with tests that do what their scripts say. */
export async function setTheStage(
  tests: Record<string, Script>,
  overrides: Parameters<typeof startTestApp>[0] = {},
): Promise<TestRunStage> {
  const app = await startTestApp(overrides);
  const service = await startScriptedService('shop', tests);
  await app.context.services.register(service.address);
  const caller = await buildUser(app.context, { username: 'ada' });
  const dispose = app[Symbol.asyncDispose];
  return Object.assign(app, {
    service,
    caller,
    start: (body: EndpointRequest<typeof runTests>['body'] = {}, as = caller) =>
      app.call(runTests, { body }, { as }),
    async execute() {
      const { jobs, notifying, outbox, testRuns } = app.context;
      await jobs.runDue([...testRuns.jobs, ...notifying.jobs, ...outbox.bindJobs()]);
    },
    async look() {
      const { jobs, testRuns } = app.context;
      const find = testRuns.jobs.find(({ definition }) => definition.name === 'test-runs.find-due');
      await find?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(10_000) });
      await jobs.runDue(testRuns.jobs.filter(({ definition }) => definition.name === 'test-runs.start-due'));
    },
    read: (runId: string) => app.call(getTestRun, { params: { runId } }, { as: caller }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await dispose();
    },
  });
}
