import type { EndpointAnswer } from '@atrium/contract/endpoint';
import {
  fromTestId,
  MAX_LISTED_RESULT,
  type PastResult,
  type TestDetails,
} from '@atrium/contract/test-runs/test';
import type {
  NewTestRun,
  TestRun,
  TestRunRequest,
  TestRunSummary,
} from '@atrium/contract/test-runs/test-run';
import { type getTestRunChanges, MAX_FOUND_RUNS, PAST_RESULTS } from '@atrium/contract/test-runs/test-runs';
import type { Caller } from '../http/caller.ts';
import { NotFoundError } from '../http/errors.ts';
import { cancelRun, cancelTest } from './cancel-run.service.ts';
import { toJunitReport } from './junit-report.ts';
import { type StartParts, startRun } from './start-run.service.ts';
import { listNewRun } from './test-list.service.ts';
import {
  findTest,
  listChangedTests,
  listPastResults,
  listTestDetails,
  listTests,
} from './test-result.repository.ts';
import {
  findLatestRun,
  findRun,
  findRunningRun,
  listRunServices,
  listRuns,
  type StoredRun,
} from './test-run.repository.ts';
import { toDetails, toPastResult, toSummary, toTest, toTestRun } from './test-run-answers.ts';

/** The tests of a domain and their runs, for those who look at them, start them and stop them. */
export interface TestRuns {
  list(caller: Caller): Promise<NewTestRun>;
  start(caller: Caller, request: TestRunRequest, idempotencyKey: string | null): Promise<TestRun>;
  cancel(caller: Caller, runId: string): Promise<TestRunSummary>;
  cancelTest(caller: Caller, id: string): Promise<TestRunSummary>;
  findCurrent(caller: Caller): Promise<TestRun | undefined>;
  findLatest(caller: Caller): Promise<TestRun | undefined>;
  get(caller: Caller, runId: string): Promise<TestRun>;
  getChanges(caller: Caller, runId: string, since: number): Promise<EndpointAnswer<typeof getTestRunChanges>>;
  find(caller: Caller, fromDate: string, toDate: string): Promise<TestRunSummary[]>;
  getDetails(caller: Caller, runId: string, id: string): Promise<TestDetails>;
  listPastResults(caller: Caller, id: string): Promise<PastResult[]>;
  getJunitReport(caller: Caller, runId: string): Promise<string>;
}

export function createTestRuns(parts: StartParts): TestRuns {
  const { db, clock, services } = parts;

  async function getStored(caller: Caller, runId: string): Promise<StoredRun> {
    const run = await findRun(db, caller.domainId, runId);
    if (run === undefined) throw new NotFoundError('There is no such test run.');
    return run;
  }
  async function withTests(run: StoredRun): Promise<TestRun> {
    const found = await listRunServices(db, run.id);
    return toTestRun(run, found, await listTests(db, run.id, MAX_LISTED_RESULT), clock.now());
  }

  return {
    list: (caller) => listNewRun(services, caller),
    start: async (caller, request, key) =>
      withTests(await getStored(caller, await startRun(parts, caller, request, key))),
    cancel: async (caller, runId) => toSummary(await cancelRun(parts, caller, runId), clock.now()),
    cancelTest: async (caller, id) => toSummary(await cancelTest(parts, caller, id), clock.now()),
    async findCurrent({ domainId }) {
      const run = await findRunningRun(db, domainId);
      return run && withTests(run);
    },
    async findLatest({ domainId }) {
      const run = await findLatestRun(db, domainId);
      return run && withTests(run);
    },
    get: async (caller, runId) => withTests(await getStored(caller, runId)),
    async getChanges(caller, runId, since) {
      const run = await getStored(caller, runId);
      const found = await listRunServices(db, runId);
      const tags = new Map(found.map(({ serviceId, serviceTag }) => [serviceId, serviceTag]));
      const changed = await listChangedTests(db, runId, since, MAX_LISTED_RESULT);
      return {
        ...toSummary(run, clock.now()),
        tests: changed.map((test) => toTest(runId, test, tags.get(test.serviceId) ?? null)),
        versions: Object.fromEntries(found.map(({ serviceId, version }) => [serviceId, version])),
      };
    },
    async find({ domainId }, fromDate, toDate) {
      const now = clock.now();
      const before = new Date(new Date(toDate).getTime() + 1000);
      const found = await listRuns(db, domainId, new Date(fromDate), before, MAX_FOUND_RUNS);
      return found.map((run) => toSummary(run, now));
    },
    async getDetails(caller, runId, id) {
      await getStored(caller, runId);
      const { serviceId, idInService } = fromTestId(id);
      const test = await findTest(db, runId, serviceId, idInService);
      const service = (await listRunServices(db, runId)).find((found) => found.serviceId === serviceId);
      if (test === undefined || service === undefined) throw new NotFoundError('There is no such test.');
      return toDetails(runId, test, service);
    },
    async listPastResults({ domainId }, id) {
      const { serviceId, idInService } = fromTestId(id);
      const found = await listPastResults(db, domainId, serviceId, idInService, PAST_RESULTS);
      return found.map(toPastResult);
    },
    async getJunitReport(caller, runId) {
      const run = await withTests(await getStored(caller, runId));
      return toJunitReport(run, await listTestDetails(db, runId));
    },
  };
}
