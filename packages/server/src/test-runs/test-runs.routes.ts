import { cancelTest, getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import {
  cancelTestRun,
  findTestRuns,
  getCurrentTestRun,
  getJunitReport,
  getLatestTestRun,
  getTestRun,
  getTestRunChanges,
  listTests,
  runTests,
} from '@atrium/contract/test-runs/test-runs';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { TestRuns } from './test-runs.service.ts';

export function testRunsRoutes(app: FastifyInstance, runs: TestRuns): void {
  route(app, listTests, ({ caller }) => runs.list(caller));
  route(app, runTests, ({ caller, body }) => runs.start(caller, body));
  route(app, cancelTest, ({ caller, body }) => runs.cancelTest(caller, body.id));
  route(app, getCurrentTestRun, ({ caller }) => runs.findCurrent(caller));
  route(app, getLatestTestRun, ({ caller }) => runs.findLatest(caller));
  route(app, getTestRun, ({ caller, params }) => runs.get(caller, params.runId));
  route(app, getTestRunChanges, ({ caller, params, query }) =>
    runs.getChanges(caller, params.runId, query.since),
  );
  route(app, findTestRuns, ({ caller, body }) => runs.listBetween(caller, body.fromDate, body.toDate));
  route(app, cancelTestRun, ({ caller, params }) => runs.cancel(caller, params.runId));
  route(app, getTestDetails, ({ caller, params, query }) => runs.getDetails(caller, params.runId, query.id));
  route(app, listPastResults, ({ caller, query }) => runs.listPastResults(caller, query.id));
  route(app, getJunitReport, async ({ caller, params, reply }) => {
    const report = await runs.getJunitReport(caller, params.runId);
    reply
      .type('application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="test-run-${params.runId}.xml"`);
    return report;
  });
}
