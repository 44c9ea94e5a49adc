import type { EndpointResponse } from '@atrium/contract/endpoint';
import { toTestId } from '@atrium/contract/test-runs/test';
import { type getTestHistory, HISTORY_RESULTS, HISTORY_RUNS } from '@atrium/contract/test-runs/test-history';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { isFlaky, sameVersions } from './flaky.ts';
import { listTestHistories, listVersionsOfRuns } from './test-history.repository.ts';
import { listRecentRuns, type StoredRun } from './test-run.repository.ts';
import { toSummary } from './test-run-responses.ts';

/** Test results of a domain, run by run. */
export class TestHistories {
  readonly #parts: { db: Kysely<Database>; clock: Clock };

  constructor(parts: { db: Kysely<Database>; clock: Clock }) {
    this.#parts = parts;
  }

  async get({ domainId }: Caller): Promise<EndpointResponse<typeof getTestHistory>> {
    const { db, clock } = this.#parts;
    const recent = await listRecentRuns(db, domainId, { size: HISTORY_RUNS });
    const runs = withinLimit(recent).toReversed();
    if (runs.length === 0) return { runs: [], tests: [] };
    const runIds = runs.map(({ id }) => id);
    const groups = sameVersions(runIds, await listVersionsOfRuns(db, domainId, runIds));
    const tests = await listTestHistories(db, domainId, runIds);
    return {
      runs: runs.map((run) => toSummary(run, clock.now())),
      tests: tests.map(({ serviceId, testId, fullPath, marks, averageMs }) => {
        const results = toResults(marks, runs.length);
        return {
          id: toTestId(serviceId, testId),
          fullPath,
          results,
          averageMs,
          isFlaky: isFlaky(results, groups),
        };
      }),
    };
  }
}

/** The latest runs that together have no more results than a history holds; one at least. */
function withinLimit(runs: readonly StoredRun[]): StoredRun[] {
  let sum = 0;
  return runs.filter(({ tally }, index) => {
    sum += Object.values(tally.counts).reduce((all, count) => all + count, 0);
    return index === 0 || sum <= HISTORY_RESULTS;
  });
}

/** Marks of seven characters each, put in the places of their runs. */
function toResults(marks: string, runCount: number): string {
  const results = Array.from({ length: runCount }, () => '-');
  for (let at = 0; at < marks.length; at += 7) {
    results[Number(marks.slice(at, at + 6)) - 1] = marks[at + 6] ?? '-';
  }
  return results.join('');
}
