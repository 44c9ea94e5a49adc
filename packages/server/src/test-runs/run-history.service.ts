import type {
  FailureHistory,
  MovedVersion,
  ResultPlace,
  RunEstimate,
} from '@atrium/contract/test-runs/run-history';
import { toTestId } from '@atrium/contract/test-runs/test';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { MAX_VERSION_RUNS, type VersionRun } from '@atrium/contract/test-runs/version-runs';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import {
  findLastPace,
  listFailureHistories,
  listLastDurations,
  listVersionRuns,
  type StoredFailureHistory,
} from './run-history.repository.ts';
import { listVersionsOfRuns } from './test-history.repository.ts';
import { findRun, listRecentRuns } from './test-run.repository.ts';
import { toSummary } from './test-run-responses.ts';

/** Compares a run with earlier runs: first failure of each failing test, and expected duration. */
export class RunHistory {
  readonly #parts: { db: Kysely<Database>; clock: Clock };

  constructor(parts: { db: Kysely<Database>; clock: Clock }) {
    this.#parts = parts;
  }

  async listFailures({ domainId }: Caller, runId: string): Promise<FailureHistory[]> {
    await this.#checkRun(domainId, runId);
    const { db } = this.#parts;
    const found = await listFailureHistories(db, { domainId, runId });
    const runs = found.flatMap(({ lastPassed, firstFailed }) => [lastPassed ?? [], firstFailed].flat());
    const movedBetween = await readMoved(db, domainId, runs);
    return found.map(({ serviceId, testId, lastPassed, firstFailed }) => ({
      id: toTestId(serviceId, testId),
      lastPassed: lastPassed && toPlace(lastPassed),
      firstFailed: toPlace(firstFailed),
      moved: movedBetween(lastPassed?.runId, firstFailed.runId),
    }));
  }

  async listRecent(
    { domainId }: Caller,
    page: { size: number; before?: string | undefined },
  ): Promise<TestRunSummary[]> {
    const { db, clock } = this.#parts;
    const found = await listRecentRuns(db, domainId, page);
    return found.map((run) => toSummary(run, clock.now()));
  }

  async listOfVersions(
    { domainId }: Caller,
    serviceId: string,
    versions: { from: number; to: number },
  ): Promise<VersionRun[]> {
    const asked = { serviceId, ...versions, limit: MAX_VERSION_RUNS };
    const found = await listVersionRuns(this.#parts.db, domainId, asked);
    return found.map(({ startedOn, ...run }) => ({ ...run, startedAt: startedOn.toISOString() }));
  }

  async getEstimate({ domainId }: Caller, runId: string): Promise<RunEstimate> {
    await this.#checkRun(domainId, runId);
    const tests = await listLastDurations(this.#parts.db, { domainId, runId });
    const last = await findLastPace(this.#parts.db, { domainId, runId });
    return {
      tests: Object.fromEntries(
        tests.map(({ serviceId, testId, durationMs }) => [toTestId(serviceId, testId), durationMs]),
      ),
      pace: last && last.testsMs > 0 ? last.runMs / last.testsMs : null,
    };
  }

  async #checkRun(domainId: string, runId: string): Promise<void> {
    const run = await findRun(this.#parts.db, domainId, runId);
    if (run === undefined) throw new NotFoundError('There is no such test run.');
  }
}

function toPlace({ runId, startedOn, version }: StoredFailureHistory['firstFailed']): ResultPlace {
  return { runId, startedAt: startedOn.toISOString(), version };
}

/** Returns what changed between any two of some runs, of all services, as far as their versions are known. */
async function readMoved(
  db: Store,
  domainId: string,
  runs: readonly { runId: string }[],
): Promise<(before: string | undefined, after: string) => MovedVersion[]> {
  const runIds = new Set(runs.map(({ runId }) => runId));
  const versions = await listVersionsOfRuns(db, domainId, [...runIds]);
  const versionsOf = Map.groupBy(versions, ({ runId }) => runId);
  return (before = '', after) => {
    const known = new Map(versionsOf.get(before)?.map(({ serviceId, version }) => [serviceId, version]));
    return (versionsOf.get(after) ?? []).flatMap(({ serviceId, version: to }) => {
      const from = known.get(serviceId) ?? null;
      return from === null || to === null || from === to ? [] : [{ serviceId, from, to }];
    });
  };
}
