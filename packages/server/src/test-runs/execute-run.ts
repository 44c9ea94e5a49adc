import { setTimeout as wait } from 'node:timers/promises';
import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { cancelServiceTests } from '@atrium/contract/service-api/functions/tests';
import { restrict } from '../accounts/people/restriction.ts';
import type { Candidates } from '../configuration/candidate/candidate.service.ts';
import type { Returns } from '../configuration/return/return.service.ts';
import type { Caller } from '../http/caller.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { ServiceClient } from '../services/service-client.ts';
import type { Services } from '../services/services.service.ts';
import { sourcesFor } from './candidate-tests.ts';
import { changeRun, type RunParts } from './change-run.ts';
import { executeServiceTests, type ServiceExecution } from './execute-service-tests.ts';
import { ResultWriter } from './result-writer.ts';
import { makeResultRoom } from './retention/result-room.ts';
import { listCanceledTests, updateUnfinishedTests } from './test-result.repository.ts';
import {
  findRun,
  listRunServices,
  type StoredRun,
  updateRun,
  updateRunExecution,
} from './test-run.repository.ts';

/** Interval at which an execution checks whether its run or a test was canceled. */
const WATCH_MS = 250;
const HEARTBEAT_MS = 3000;
/** No one waits longer; 20,000 quick tests take a few minutes. */
export const LONGEST_RUN_MS = 2 * 3_600_000;

export interface ExecutionParts extends RunParts, Pick<ServiceExecution, 'retryAfterMs'> {
  services: Services;
  limits: Limits;
  /** The user the tests act as, with their current roles; undefined if they no longer exist. */
  findActor: (userId: string) => Promise<Caller | undefined>;
  candidates: Candidates;
  returns: Returns;
}

/** The id under which the services know this execution of the run. */
function executionId(run: { id: string; execution: number }): string {
  return `${run.id}.${run.execution}`;
}

/**
 * Executes the remaining tests of a run: all tests at first, the rest after a process was killed. Returns when the run
 * has ended, or when another execution has taken it over.
 */
export async function executeRun(
  parts: ExecutionParts,
  runId: string,
  interrupted: AbortSignal,
): Promise<void> {
  const { db, clock, services, findActor } = parts;
  const run = await updateRunExecution(db, runId, clock.now());
  if (run === undefined) return;
  if (clock.now().getTime() - run.startedOn.getTime() > LONGEST_RUN_MS) {
    await endUnfinished(parts, run, 'The run took too long and was ended.');
    return;
  }
  const actor = restrict(await findActor(run.userId), run.permissions);
  if (actor === undefined) {
    await endUnfinished(parts, run, 'The user whom the tests act as no longer exists.');
    return;
  }
  // Starting a run includes running tests. The tests' own rights are those of their user, limited by the access key or
  // page that started the run.
  const client = services.getClient({ ...actor, permissions: [...actor.permissions, 'tests.run'] });
  const stop = new AbortController();
  const watching = watchRun(parts, run, client, stop);
  try {
    const roomBytes = await makeResultRoom(parts, run);
    const writer = new ResultWriter(parts, run, roomBytes, () => stop.abort());
    const sourcesOf = await readRunSources(parts, run);
    const execute = (serviceId: string) =>
      executeServiceTests({
        ...parts,
        client,
        writer,
        run,
        serviceId,
        sources: sourcesOf(serviceId),
        executionId: executionId(run),
        stop: AbortSignal.any([stop.signal, interrupted]),
      });
    const found = await listRunServices(db, runId);
    if (run.strategy === 'FAIL_ON_FIRST') {
      for (const { serviceId } of found) await execute(serviceId);
    } else {
      await Promise.all(found.map(({ serviceId }) => execute(serviceId)));
    }
    // The queue assumes that this process is gone, or it stops: the run continues elsewhere.
    if (interrupted.aborted && !stop.signal.aborted) throw new Error('The execution was interrupted.');
  } finally {
    stop.abort();
    await watching;
  }
}

/** Nothing was found out about tests that did not run: they have not failed. */
async function endUnfinished(parts: RunParts, run: StoredRun, failureMessage: string): Promise<void> {
  await changeRun(
    parts,
    run.id,
    async (transaction, change) => {
      const notRun = { status: 'CANCELED', failureMessage } as const;
      await updateUnfinishedTests(transaction, run.id, change, notRun);
    },
    { execution: run.execution },
  );
}

/**
 * Ends the execution when its run has ended, notifies the services of single canceled tests, and reports that it is
 * alive.
 */
async function watchRun(
  { db, clock }: RunParts,
  run: StoredRun,
  client: ServiceClient,
  stop: AbortController,
): Promise<void> {
  let seenRevision = run.revision;
  let lastHeartbeat = performance.now();
  while (!stop.signal.aborted) {
    await wait(WATCH_MS, undefined, { signal: stop.signal }).catch(() => {});
    // The writer ends the execution if the database stays away: a run that cannot be read for a moment goes on.
    const now = await findRun(db, run.domainId, run.id).catch(() => run);
    if (now === undefined || now.status !== 'RUNNING' || now.execution !== run.execution) {
      stop.abort();
      return;
    }
    if (now.revision > seenRevision) {
      const canceled = await listCanceledTests(db, run.id, seenRevision).catch(() => []);
      seenRevision = now.revision;
      for (const { serviceId, testId } of canceled) {
        const body = { runId: executionId(run), id: testId };
        const options = { timeoutMs: 2000, signal: stop.signal };
        // The result is CANCELED already; this only spares the service the work.
        await client.call(serviceId, cancelServiceTests, { body }, options).catch(() => {});
      }
    }
    if (performance.now() - lastHeartbeat > HEARTBEAT_MS) {
      lastHeartbeat = performance.now();
      await updateRun(db, run.id, { heartbeatOn: clock.now() }).catch(() => {});
    }
  }
}

/** Returns the sources that the tests of each service read instead of live content; undefined for live content. */
async function readRunSources(
  { candidates, services }: Pick<ExecutionParts, 'candidates' | 'services'>,
  { id, domainId, isCandidate }: StoredRun,
): Promise<(serviceId: string) => TestSource[] | undefined> {
  if (!isCandidate) return () => undefined;
  const sources = (await candidates.listSources(domainId, id)) ?? [];
  const registered = await services.listRegistered();
  const shipped = new Set(registered.filter(({ isShipped }) => isShipped).map((service) => service.id));
  const all = sources.map((source) => ({ ...source, isShipped: shipped.has(source.serviceId) }));
  return (serviceId) => {
    const own = all.find((source) => source.serviceId === serviceId);
    return own && sourcesFor(own, all).map(({ isShipped: _, ...source }) => source);
  };
}
