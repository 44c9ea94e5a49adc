import type { EndpointResponse } from '@atrium/contract/endpoint';
import { MAX_FOUND_RUNS } from '@atrium/contract/test-runs/found-test-runs';
import {
  fromTestId,
  MAX_LISTED_RESULT,
  type PastResult,
  type TestDetails,
} from '@atrium/contract/test-runs/test';
import { PAST_RESULTS } from '@atrium/contract/test-runs/test-results';
import type {
  RunnableTests,
  TestRun,
  TestRunRequest,
  TestRunSummary,
} from '@atrium/contract/test-runs/test-run';
import { type getTestRunChanges } from '@atrium/contract/test-runs/test-runs';
import type { StartedWork } from '@atrium/contract/work/work';
import { NotFoundError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import { cancelRun, cancelTest, type MeantTest } from './cancel-run.ts';
import { writeJunitReport } from './junit-report.ts';
import { listPastResults } from './past-result.repository.ts';
import { listReportedTests, listReportedTexts } from './reported-test.repository.ts';
import { toRunWork } from './run-work.ts';
import { type StartParts, startRun } from './start-run.ts';
import { listRunnable } from './test-list.ts';
import { findTest, listChangedTests, listTests } from './test-result.repository.ts';
import {
  findLatestRun,
  findRun,
  findRunningRun,
  listRunServices,
  listRuns,
  listStartedRuns,
  type StoredRun,
} from './test-run.repository.ts';
import { toDetails, toPastResult, toSummary, toTest, toTestRun } from './test-run-responses.ts';

/** The tests of a domain and their runs: to view, start and stop them. */
export class TestRuns {
  readonly #parts: StartParts;

  constructor(parts: StartParts) {
    this.#parts = parts;
  }

  list(caller: Caller): Promise<RunnableTests> {
    return listRunnable(this.#parts.services, caller);
  }

  async start(caller: Caller, request: TestRunRequest): Promise<TestRun> {
    const runId = await startRun(this.#parts, caller, request);
    return this.#withTests(await this.#getStored(caller, runId));
  }

  async cancel(caller: Caller, runId: string): Promise<TestRunSummary> {
    const { clock } = this.#parts;
    return toSummary(await cancelRun(this.#parts, caller, runId), clock.now());
  }

  async cancelTest(caller: Caller, meant: MeantTest): Promise<TestRunSummary> {
    const { clock } = this.#parts;
    return toSummary(await cancelTest(this.#parts, caller, meant), clock.now());
  }

  async findCurrent({ domainId }: Caller): Promise<TestRun | undefined> {
    const run = await findRunningRun(this.#parts.db, domainId);
    return run && this.#withTests(run);
  }

  async findLatest({ domainId }: Caller): Promise<TestRun | undefined> {
    const run = await findLatestRun(this.#parts.db, domainId);
    return run && this.#withTests(run);
  }

  async get(caller: Caller, runId: string): Promise<TestRun> {
    return this.#withTests(await this.#getStored(caller, runId));
  }

  async getChanges(
    caller: Caller,
    runId: string,
    since: number,
  ): Promise<EndpointResponse<typeof getTestRunChanges>> {
    const { db, clock } = this.#parts;
    const run = await this.#getStored(caller, runId);
    const found = await listRunServices(db, runId);
    const tags = new Map(found.map(({ serviceId, serviceTag }) => [serviceId, serviceTag]));
    const changed = await listChangedTests(db, runId, since, MAX_LISTED_RESULT);
    return {
      ...toSummary(run, clock.now()),
      tests: changed.map((test) => toTest(runId, test, tags.get(test.serviceId) ?? null)),
      versions: Object.fromEntries(found.map(({ serviceId, version }) => [serviceId, version])),
      errors: Object.fromEntries(
        found.flatMap(({ serviceId, error }) => (error === null ? [] : [[serviceId, error]])),
      ),
    };
  }

  async listBetween({ domainId }: Caller, fromDate: string, toDate: string): Promise<TestRunSummary[]> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const before = new Date(new Date(toDate).getTime() + 1000);
    const found = await listRuns(db, domainId, new Date(fromDate), before, MAX_FOUND_RUNS);
    return found.map((run) => toSummary(run, now));
  }

  async listWork(caller: Caller, since: Date, limit: number): Promise<StartedWork[]> {
    if (!caller.permissions.includes('tests.read')) return [];
    return (await listStartedRuns(this.#parts.db, caller, { since, limit })).map(toRunWork);
  }

  async getDetails(caller: Caller, runId: string, id: string): Promise<TestDetails> {
    const { db } = this.#parts;
    const run = await this.#getStored(caller, runId);
    const { serviceId, idInService } = fromTestId(id);
    const test = await findTest(db, runId, serviceId, idInService);
    const service = (await listRunServices(db, runId)).find((found) => found.serviceId === serviceId);
    if (test === undefined || service === undefined) throw new NotFoundError('There is no such test.');
    return toDetails(run, test, service);
  }

  async listPastResults({ domainId }: Caller, id: string): Promise<PastResult[]> {
    const { serviceId, idInService } = fromTestId(id);
    const found = await listPastResults(this.#parts.db, domainId, serviceId, idInService, PAST_RESULTS);
    return found.map(toPastResult);
  }

  /** In pieces, each read when the one before has been taken. */
  async getJunitReport(caller: Caller, runId: string): Promise<AsyncIterable<string>> {
    const { db, clock } = this.#parts;
    const run = toSummary(await this.#getStored(caller, runId), clock.now());
    const services = await listRunServices(db, runId);
    const tests = await listReportedTests(db, runId);
    return writeJunitReport({ ...run, services, tests }, (serviceId, testIds) =>
      listReportedTexts(db, runId, serviceId, testIds),
    );
  }

  async #getStored(caller: Caller, runId: string): Promise<StoredRun> {
    const run = await findRun(this.#parts.db, caller.domainId, runId);
    if (run === undefined) throw new NotFoundError('There is no such test run.');
    return run;
  }

  async #withTests(run: StoredRun): Promise<TestRun> {
    const { db, clock } = this.#parts;
    const found = await listRunServices(db, run.id);
    return toTestRun(run, found, await listTests(db, run.id, MAX_LISTED_RESULT), clock.now());
  }
}
