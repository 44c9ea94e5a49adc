import { createHash } from 'node:crypto';
import type { Test } from '@atrium/contract/test-runs/test';
import { fromTestId } from '@atrium/contract/test-runs/test';
import type { ServiceTests, TestRunRequest } from '@atrium/contract/test-runs/test-run';
import type { Accounts } from '../accounts/accounts.ts';
import type { Random } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Caller } from '../http/caller.ts';
import { ConflictError, UnavailableError, UnprocessableError } from '../http/errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Services } from '../services/services.service.ts';
import type { RunParts } from './change-run.ts';
import { listAllTests } from './test-list.service.ts';
import { insertTests, type NewTest } from './test-result.repository.ts';
import { testRunJob } from './test-run.job.ts';
import {
  findRunByIdempotencyKey,
  findRunningRun,
  insertRun,
  type NewRun,
  type StoredRun,
  updateIdempotencyKeyForgotten,
} from './test-run.repository.ts';

export interface StartParts extends RunParts {
  random: Random;
  jobs: Jobs;
  services: Services;
  accounts: Pick<Accounts, 'profiles' | 'children'>;
}

const KEY_LIVES_MS = 24 * 3_600_000;

/** Stores a run and sends its job, both or neither. Gives the id of the run. */
export async function startRun(
  parts: StartParts,
  caller: Caller,
  request: TestRunRequest,
  idempotencyKey: string | null,
): Promise<string> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const findFirst = () => findStarted(parts, caller, idempotencyKey, requestHash);
  const before = await findFirst();
  if (before !== undefined) return before;

  const actor = await findActingUser(parts, caller, request.userId);
  const groups = chooseTests(await listAllTests(parts.services, caller), request);
  const tests = groups.flatMap(({ tests }) => tests.map(toNewTest));
  const runnable = tests.filter(({ action }) => action === 'RUN').length;
  if (runnable === 0) {
    const reason = groups.find(({ error }) => error !== null)?.error;
    throw reason == null ? new UnprocessableError('There is no test to run.') : new UnavailableError(reason);
  }

  const now = parts.clock.now();
  const run: NewRun = {
    id: parts.random.id(),
    domainId: caller.domainId,
    requestedBy: caller.userId,
    userId: actor.userId,
    userName: actor.username,
    strategy: request.strategy,
    startedOn: now,
    counts: { PENDING: runnable, ...(tests.length > runnable ? { SKIPPED: tests.length - runnable } : {}) },
    idempotencyKey,
    requestHash: idempotencyKey === null ? null : requestHash,
  };
  const services = groups.map(({ serviceId, version, error, tests: [first] }) => {
    return { serviceId, version, error, serviceTag: first?.serviceTag ?? null };
  });
  try {
    await parts.db.transaction().execute(async (store) => {
      if (idempotencyKey !== null) {
        const forgotten = new Date(now.getTime() - KEY_LIVES_MS);
        await updateIdempotencyKeyForgotten(store, caller, idempotencyKey, forgotten);
      }
      await insertRun(store, run, services);
      await insertTests(store, run, tests);
      await parts.jobs.send(testRunJob, { runId: run.id }, { store, key: run.id });
      await parts.announce(store, run);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Two starts at the same moment: the database lets one through. It may have been the same one, sent twice.
    const first = await findFirst();
    if (first !== undefined) return first;
    throw error;
  }
  return run.id;
}

/** The run that this very request started before. Throws ConflictError while another one is running. */
async function findStarted(
  parts: StartParts,
  caller: Caller,
  key: string | null,
  requestHash: string,
): Promise<string | undefined> {
  // In this order: what starts in between is then seen as the first one, not as another one.
  const running = await findRunningRun(parts.db, caller.domainId);
  const first = key === null ? undefined : await findAnswered(parts, caller, key, requestHash);
  if (first !== undefined) return first.id;
  if (running === undefined) return undefined;
  throw new ConflictError('Tests of this domain are already running.', { runId: running.id });
}

async function findAnswered(
  { db, clock }: StartParts,
  { domainId, userId }: Caller,
  key: string,
  requestHash: string,
): Promise<StoredRun | undefined> {
  const run = await findRunByIdempotencyKey(db, domainId, userId, key);
  if (run === undefined || clock.now().getTime() - run.startedOn.getTime() > KEY_LIVES_MS) return undefined;
  if (run.requestHash !== requestHash) {
    throw new UnprocessableError('This Idempotency-Key was used for another request.');
  }
  return run;
}

/** The caller, or one of its child users: nobody else's rights can be borrowed by running tests. */
async function findActingUser(
  { accounts }: StartParts,
  caller: Caller,
  userId: string | null | undefined,
): Promise<{ userId: string; username: string }> {
  if (userId === null || userId === undefined || userId === '' || userId === caller.userId) {
    return accounts.profiles.getUser(caller);
  }
  return accounts.children.getChild(caller, userId);
}

/** The requested tests, as the services list them now, in the order in which they are listed. */
function chooseTests(listed: readonly ServiceTests[], { servicesTests }: TestRunRequest): ServiceTests[] {
  if (servicesTests === undefined)
    return listed.filter(({ tests, error }) => tests.length > 0 || error !== null);
  const wanted = new Map(servicesTests.flatMap(({ tests }) => tests.map(({ id, action }) => [id, action])));
  const known = new Set(listed.flatMap(({ tests }) => tests.map(({ id }) => id)));
  const unknown = [...wanted.keys()].filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const down = listed.find(({ error }) => error !== null)?.error;
    const [first] = unknown;
    throw new ConflictError(
      down ?? `The tests have changed: ${first} no longer exists. Load the list of tests again.`,
      { unknown: unknown.slice(0, 100) },
    );
  }
  return listed
    .map((group) => ({
      ...group,
      tests: group.tests.flatMap((test) => {
        const action = wanted.get(test.id);
        return action === undefined ? [] : [{ ...test, action: test.action === 'SKIP' ? 'SKIP' : action }];
      }),
    }))
    .filter(({ tests }) => tests.length > 0);
}

function toNewTest({ id, serviceId, fullPath, action }: Test): NewTest {
  return { serviceId, testId: fromTestId(id).idInService, fullPath, action };
}
