import { getSubmission, submitPull } from '@atrium/contract/configuration/submission';
import { getCandidateRun, testCandidate } from '@atrium/contract/test-runs/candidate';
import { cancelChangeSearch, findChange, getChangeSearch } from '@atrium/contract/test-runs/change-search';
import { findTestRuns, listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { getProof, listProofs } from '@atrium/contract/test-runs/proof';
import { getRunEstimate, listRunFailures } from '@atrium/contract/test-runs/run-history';
import { getReturnDraft, getSubmitReturn } from '@atrium/contract/test-runs/submit-return';
import { getTestHistory } from '@atrium/contract/test-runs/test-history';
import { cancelTest, getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import {
  cancelTestRun,
  getCurrentTestRun,
  getJunitReport,
  getLatestTestRun,
  getTestRun,
  getTestRunChanges,
  listTests,
  runTests,
} from '@atrium/contract/test-runs/test-runs';
import { listVersionRuns } from '@atrium/contract/test-runs/version-runs';
import { ResponseInPages } from '@atrium/host/http/bodies/responses';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { TestRunning } from './test-runs.ts';

export function testRunsRoutes(
  app: FastifyInstance,
  {
    runs,
    history,
    testHistories,
    proofs,
    searches,
    candidateRuns,
    returns,
    submissions,
    submissionRuns,
  }: TestRunning,
): void {
  route(app, listTests, ({ caller }) => runs.list(caller));
  route(app, runTests, ({ caller, body }) => runs.start(caller, body));
  route(app, testCandidate, ({ caller, body, reply }) => {
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    return candidateRuns.start(caller, body.changes, leaving.signal);
  });
  route(app, submitPull, ({ caller, body }) => submissionRuns.submit(caller, body));
  route(app, getSubmission, ({ caller, params }) => submissions.get(caller, params.id));
  route(app, getSubmitReturn, ({ caller, params }) => returns.find(caller, params.runId));
  route(app, getReturnDraft, ({ caller, params }) => returns.getDraft(caller, params.runId));
  route(app, getCandidateRun, ({ caller, params }) => candidateRuns.get(caller, params.runId));
  route(app, cancelTest, ({ caller, body }) => runs.cancelTest(caller, body));
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
  route(app, listRecentTestRuns, ({ caller, query }) => history.listRecent(caller, query));
  route(app, getTestHistory, ({ caller }) => testHistories.get(caller));
  route(app, listRunFailures, ({ caller, params }) => history.listFailures(caller, params.runId));
  route(app, getRunEstimate, ({ caller, params }) => history.getEstimate(caller, params.runId));
  route(app, listVersionRuns, ({ caller, params, query }) =>
    history.listOfVersions(caller, params.serviceId, query),
  );
  route(app, listProofs, ({ caller, query }) => proofs.list(caller, query.serviceId));
  route(app, getProof, ({ caller, query }) => proofs.get(caller, query));
  route(app, findChange, ({ caller, params, body }) => searches.start(caller, params.runId, body.id));
  route(app, getChangeSearch, ({ caller, params, query }) => searches.find(caller, params.runId, query.id));
  route(app, cancelChangeSearch, ({ caller, params, body }) =>
    searches.cancel(caller, params.runId, body.id),
  );
  route(app, getJunitReport, async ({ caller, params, reply }) => {
    const report = await runs.getJunitReport(caller, params.runId);
    reply.header('content-disposition', `attachment; filename="test-run-${params.runId}.xml"`);
    return new ResponseInPages(report, 'application/xml; charset=utf-8');
  });
}
