import { setTimeout as wait } from 'node:timers/promises';
import { runServiceTests } from '@atrium/contract/service-api/functions/tests';
import { AppError, UnavailableError } from '@atrium/host/errors';
import { restrict } from '../../accounts/people/restriction.ts';
import type { ServiceClient } from '../../services/service-client.ts';
import type { ExecutionParts } from '../execute-run.ts';
import { readTestLine } from '../test-line.ts';
import { findRun } from '../test-run.repository.ts';
import type { Probe, StoredSearch } from '../test-runs.tables.ts';
import { findSearch, updateProbes, updateSearchEnd } from './change-search.repository.ts';
import { nextProbe } from './next-probe.ts';
import { versionsAt } from './search-response.ts';

/** Pauses before a service that was away is tried again. */
const RETRY_AFTER_MS = [500, 2000, 5000];

type Parts = Pick<ExecutionParts, 'db' | 'clock' | 'services' | 'findActor'>;

/** Goes on with a search, from whatever has been tried already, until it has ended. */
export async function executeSearch(parts: Parts, searchId: string, interrupted: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  const end = (status: StoredSearch['status'], error: string | null = null) =>
    updateSearchEnd(db, searchId, { status, error, finishedOn: clock.now() });
  for (;;) {
    interrupted.throwIfAborted();
    const search = await findSearch(db, searchId);
    if (search?.status !== 'RUNNING') return;
    const step = nextProbe(search.changes.length, search.probes);
    if ('end' in step) {
      await end(step.end);
      return;
    }
    try {
      const client = await getClient(parts, search);
      const outcome = await runPatiently(client, search, step.probe, interrupted);
      await updateProbes(db, search, { at: step.probe, outcome }, clock.now());
    } catch (error) {
      if (interrupted.aborted || !(error instanceof AppError)) throw error;
      await end('ERROR', error.message);
      return;
    }
  }
}

/** Tests run as in the failed run, limited to the permissions of the user who searches. */
async function getClient({ db, services, findActor }: Parts, search: StoredSearch): Promise<ServiceClient> {
  const run = await findRun(db, search.domainId, search.runId);
  const person = run && restrict(await findActor(run.userId), run.permissions);
  const actor = restrict(person, search.permissions);
  if (actor === undefined) throw new UnavailableError('The user whom the test acts as no longer exists.');
  return services.getClient({ ...actor, permissions: [...actor.permissions, 'tests.run'] });
}

async function runPatiently(
  client: ServiceClient,
  search: StoredSearch,
  at: number,
  signal: AbortSignal,
): Promise<Probe['outcome']> {
  for (const pause of [...RETRY_AFTER_MS, undefined]) {
    try {
      return await runTest(client, search, at, signal);
    } catch (error) {
      if (pause === undefined || signal.aborted || !(error instanceof UnavailableError)) throw error;
      await wait(pause, undefined, { signal }).catch(() => {});
    }
  }
  throw new UnavailableError('The test could not be run.');
}

/** Runs the test with the first `at` changes; live content is neither read nor changed. */
async function runTest(
  client: ServiceClient,
  search: StoredSearch,
  at: number,
  signal: AbortSignal,
): Promise<Probe['outcome']> {
  const { serviceId, testId, probes } = search;
  const versions = Object.entries(versionsAt(search, at));
  const sources = versions.map(([id, version]) => ({ serviceId: id, version, folders: [] }));
  const body = {
    runId: `${search.id}.${probes.length}`,
    tests: [testId],
    stopOnError: false,
    reach: false,
    sources,
  };
  try {
    for await (const text of client.stream(serviceId, runServiceTests, { body }, { signal })) {
      const { line } = readTestLine(text);
      if (!('id' in line) || line.id !== testId) continue;
      if (line.status === 'OK') return 'PASSED';
      if (line.status === 'FAIL') return 'FAILED';
      if (line.status === 'SKIPPED') return 'ABSENT';
    }
  } catch (error) {
    if (signal.aborted || error instanceof AppError) throw error;
    throw new UnavailableError(`The service "${serviceId}" sent something that is not a test result.`);
  }
  throw new UnavailableError(`The service "${serviceId}" did not say how the test ended.`);
}
