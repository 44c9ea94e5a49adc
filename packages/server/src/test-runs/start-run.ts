import type { Test } from '@atrium/contract/test-runs/test';
import { fromTestId } from '@atrium/contract/test-runs/test';
import type { ServiceTests, TestRunRequest } from '@atrium/contract/test-runs/test-run';
import { isUniqueViolation } from '@atrium/host/database/errors';
import { ConflictError, UnavailableError, UnprocessableError } from '@atrium/host/errors';
import type { Accounts } from '../accounts/accounts.ts';
import { restrictionOf } from '../accounts/people/restriction.ts';
import type { Random } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Services } from '../services/services.service.ts';
import { utcDay } from '../utc.ts';
import type { RunParts } from './change-run.ts';
import { updateQuarantined } from './quarantined-result.repository.ts';
import { ROW_BYTES } from './retention/result-room.ts';
import { updateResultBytes } from './retention/result-size.repository.ts';
import { listAllTests, type TestLister } from './test-list.ts';
import { insertTests, type TestDraft } from './test-result.repository.ts';
import { testRunJob } from './test-run.job.ts';
import { findRunningRun, insertRun, type RunDraft } from './test-run.repository.ts';

export interface StartParts extends RunParts {
  random: Random;
  jobs: Jobs;
  services: Services;
  accounts: Pick<Accounts, 'profiles' | 'children'>;
}

export interface RunOptions {
  /** Lists the candidate's tests; set if the tests read files that are not live. */
  candidate?: TestLister;
  /** Withholds secrets from the tests. */
  withoutSecrets?: boolean;
  /** The timetable starts it. */
  isTimetabled?: boolean;
  /** The services whose tests run; those of all services where none is named. */
  serviceIds?: readonly string[];
  /** Throws, instead of running the others, if a service cannot list its tests at the moment. */
  needsAll?: boolean;
  /** In the transaction that starts the run. */
  onStart?: (transaction: Store, runId: string) => Promise<void>;
}

/** Stores a run and sends its job, both or neither. Returns the id of the run. */
export async function startRun(
  parts: StartParts,
  caller: Caller,
  request: TestRunRequest,
  {
    candidate,
    withoutSecrets = false,
    isTimetabled = false,
    serviceIds = [],
    needsAll = false,
    onStart,
  }: RunOptions = {},
): Promise<string> {
  await refuseWhileRunning(parts, caller);
  const actor = await findActingUser(parts, caller, request.userId);
  const listed = await listAllTests(parts.services, caller, candidate);
  const isWanted = ({ serviceId }: ServiceTests) => serviceIds.length === 0 || serviceIds.includes(serviceId);
  const wanted = listed.filter(isWanted);
  const groups = chooseTests(wanted, request);
  const tests = groups.flatMap(({ tests }) => tests.map(toTestDraft));
  const runnable = tests.filter(({ action }) => action === 'RUN').length;
  const reason = groups.find(({ error }) => error !== null)?.error;
  if (reason != null && (needsAll || runnable === 0)) throw new UnavailableError(reason);
  if (runnable === 0) throw new UnprocessableError('There is no test to run.');

  const isOfAll = runnable === countRunnable(wanted);
  const now = parts.clock.now();
  const run: RunDraft = {
    id: parts.random.id(),
    domainId: caller.domainId,
    requestedBy: caller.userId,
    userId: actor.userId,
    userName: actor.username,
    permissions: restrictionOf(caller),
    strategy: request.strategy,
    startedOn: now,
    isCandidate: candidate !== undefined,
    withoutSecrets,
    retries: request.retries,
    isTimetabled,
    askedServiceIds: isOfAll ? [...serviceIds].sort() : null,
    isWhole: isOfAll && wanted.every(({ error }) => error === null),
    versions: Object.fromEntries(listed.map(({ serviceId, version }) => [serviceId, version])),
    counts: { PENDING: runnable, ...(tests.length > runnable ? { SKIPPED: tests.length - runnable } : {}) },
  };
  const services = groups.map(({ serviceId, version, error, tests: [first] }) => {
    return { serviceId, version, error, serviceTag: first?.serviceTag ?? null };
  });
  try {
    await parts.db.transaction().execute(async (transaction) => {
      await insertRun(transaction, run, services);
      await insertTests(transaction, run, tests);
      await updateResultBytes(transaction, run, tests.length * ROW_BYTES);
      await updateQuarantined(transaction, run, utcDay(now));
      await onStart?.(transaction, run.id);
      await parts.jobs.send(testRunJob, { runId: run.id }, { transaction, key: run.id });
      await parts.announce(transaction, run);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Two starts at the same moment: the database accepts one.
    await refuseWhileRunning(parts, caller);
    throw error;
  }
  return run.id;
}

export async function refuseWhileRunning({ db }: StartParts, { domainId }: Caller): Promise<void> {
  const running = await findRunningRun(db, domainId);
  if (running === undefined) return;
  throw new ConflictError('Tests of this domain are already running.', { runId: running.id });
}

/** The caller, or one of their child users: running tests cannot borrow anyone else's rights. */
async function findActingUser(
  { accounts }: StartParts,
  caller: Caller,
  userId: string | null | undefined,
): Promise<{ userId: string; username: string }> {
  if (userId === null || userId === undefined || userId === '' || userId === caller.userId) {
    return accounts.profiles.get(caller);
  }
  const child = await accounts.children.get(caller, userId);
  if (!child.isConfirmed) {
    throw new UnprocessableError(
      `Tests cannot run as ${child.username}, who has not accepted the invitation yet.`,
    );
  }
  return child;
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

function countRunnable(groups: readonly ServiceTests[]): number {
  return groups.flatMap(({ tests }) => tests.filter(({ action }) => action === 'RUN')).length;
}

function toTestDraft({ id, serviceId, fullPath, action }: Test): TestDraft {
  return { serviceId, testId: fromTestId(id).idInService, fullPath, action };
}
