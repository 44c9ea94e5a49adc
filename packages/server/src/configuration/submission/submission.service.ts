import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Submission, SubmitFailure, SubmittedService } from '@atrium/contract/configuration/submission';
import { defaultErrorMessage } from '@atrium/contract/error-message';
import { missingPermission } from '@atrium/contract/permissions';
import { toUnavailable } from '@atrium/host/database/errors';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnavailableError,
} from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
import { restrict, restrictionOf } from '../../accounts/people/restriction.ts';
import { fromStoredOrigin, toStoredOrigin } from '../../audit/stored-origin.ts';
import { noteDone } from '../../database/note-done.ts';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { aboutSubmit, nameOfService, outcomeOfChange } from '../about-service.ts';
import type { StoredOutcome } from '../configuration.tables.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { InterruptedChanges } from '../import/interrupted-change.service.ts';
import type { ServiceSubmissions } from '../merge/service-submission.service.ts';
import { type ChangeHandle, isStopped } from '../operations.service.ts';
import { findSubmitted } from '../return/find-submitted.ts';
import { returnJob } from '../return/return.job.ts';
import { listReturning } from '../return/return.repository.ts';
import { failureOfServices } from '../services-failure.ts';
import { SupersededError, UndecidedError } from '../undecided-error.ts';
import { findBackupOfSubmission, type SubmissionPlace } from '../versions/backup.repository.ts';
import { submitJob, testSubmissionsJob } from './submission.job.ts';
import {
  claimSubmission,
  findSubmission,
  hasRunningSubmission,
  insertSubmission,
  listAbandonedSubmissions,
  listUntestedDomains,
  listUntestedSubmissions,
  type StoredSubmission,
  type SubmissionAttempt,
  type SubmissionKey,
  type SubmitRequest,
  updateOutcome,
  updateTestsStarted,
  updateUntested,
} from './submission.repository.ts';

export type { StoredSubmission, SubmitRequest };

interface Parts extends ConfigurationParts {
  serviceSubmissions: ServiceSubmissions;
  interruptedChanges: InterruptedChanges;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** Services submitted at the same time: more would only wait for one another. */
const AT_ONCE = 4;
/** A call that was sent again waits this long for the first one. */
const WAIT_MS = 60_000;
const POLL_INTERVAL_MS = 200;
/** A service that is away for longer than this after the submit is not waited for. */
const RESUMED_FOR_MS = 3_600_000;
const UNDECIDED = 'Whether the service took the change is not known yet. Please try again in a moment.';
const OTHER_REQUEST = 'This id was already used for a different submit.';
const STILL_RUNNING = 'The same submit is still in progress.';
const NOT_ALLOWED = 'The person who submitted it may no longer change what is live.';

/** Submits services of a pull as one. The request is stored until all of them are through, so that any process can go on. */
export class Submissions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether something of the domain is being submitted. */
  isRunning(domainId: string): Promise<boolean> {
    const { db, clock } = this.#parts;
    return hasRunningSubmission(db, domainId, clock.now());
  }

  /** Submissions of a domain whose run has not started, in the order in which they were begun. */
  listUntested(domainId: string): Promise<StoredSubmission[]> {
    return listUntestedSubmissions(this.#parts.db, domainId);
  }

  /** In the transaction that starts the run. Returns false if a run has been started for it already. */
  noteTestsStarted(
    transaction: Store,
    submission: StoredSubmission,
    started: Parameters<typeof updateTestsStarted>[2],
  ): Promise<boolean> {
    return updateTestsStarted(transaction, submission, started);
  }

  /** Returns whether the submission was still waiting for its run. */
  noteUntested(transaction: Store, key: SubmissionKey, reason: string, now: Date): Promise<boolean> {
    return updateUntested(transaction, key, reason, now);
  }

  /**
   * Throws ConflictError before anything is changed if what was submitted under the key before cannot be returned with it. `isPatient`:
   * nobody waits for the outcome, so a service that is away is waited for, and UndecidedError thrown until then.
   */
  async submit(
    caller: Caller,
    request: SubmitRequest,
    { isPatient = false } = {},
  ): Promise<StoredSubmission> {
    const { db, clock, services } = this.#parts;
    const { domainId, userId, permissions } = caller;
    if (request.tests !== 'NONE' && !permissions.includes('tests.run'))
      throw new ForbiddenError(missingPermission('tests.run'));
    const key = { domainId, id: request.id };
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
    if ((await findSubmission(db, key)) === undefined) {
      if (request.tests === 'RETURN') await findSubmitted(this.#parts, caller, request.backupKey);
      const isNew = await insertSubmission(db, {
        domainId,
        userId,
        ...toStoredOrigin(caller),
        permissions: restrictionOf(caller),
        startedOn: clock.now(),
        about: await aboutSubmit(services, request.services),
        request,
        requestHash,
      });
      if (isNew) return this.#run(caller, request, { attempt: 1, isPatient });
    }
    return this.#join(caller, request, requestHash);
  }

  async get({ domainId }: Pick<Caller, 'domainId'>, id: string): Promise<Submission> {
    const found = await findSubmission(this.#parts.db, { domainId, id });
    if (found === undefined) throw new NotFoundError('There is no such submit.');
    const { state, outcomes, testState, reason, runId } = found;
    return {
      id,
      state,
      services: Object.entries(outcomes).map(([serviceId, outcome]) => ({ serviceId, ...outcome })),
      tests: isUntested(found) ? 'WAITING' : testState,
      reason,
      runId,
    };
  }

  /** For a job: goes on with a submission whose process is gone, on behalf of its person, and has it tested. */
  async resume(key: SubmissionKey): Promise<void> {
    const { db, clock, jobs, findActor } = this.#parts;
    const claimed = await claimSubmission(db, key, clock.now());
    const found = await findSubmission(db, key);
    if (claimed === undefined || found === undefined) return;
    const actor = restrict(await findActor(found.userId), found.permissions);
    const caller = { ...(actor ?? toAbsentCaller(found, [])), ...fromStoredOrigin(found) };
    try {
      await this.#resume(caller, claimed, found);
    } catch (error) {
      // The next run, a minute later, continues.
      if (error instanceof UndecidedError) return;
      throw error;
    }
    const { domainId } = key;
    await jobs.send(testSubmissionsJob, { domainId }, { key: domainId });
  }

  /** Sends the jobs of submissions that a dead process left without end, tests or return. */
  async resumeAll(): Promise<void> {
    const { db, clock, jobs } = this.#parts;
    for (const { domainId, id } of await listAbandonedSubmissions(db, clock.now()))
      await jobs.send(submitJob, { domainId, id }, { key: id });
    for (const domainId of await listUntestedDomains(db))
      await jobs.send(testSubmissionsJob, { domainId }, { key: domainId });
    for (const { runId } of await listReturning(db)) await jobs.send(returnJob, { runId }, { key: runId });
  }

  /** Waits for the end of a submission that was sent before, or goes on with it if its process is gone. */
  async #join(caller: Caller, request: SubmitRequest, requestHash: Buffer): Promise<StoredSubmission> {
    const { db, clock } = this.#parts;
    const key = { domainId: caller.domainId, id: request.id };
    for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
      const found = await findSubmission(db, key);
      const isSame = found?.userId === caller.userId && found.requestHash?.equals(requestHash);
      if (found === undefined || !isSame) throw new ConflictError(OTHER_REQUEST);
      if (found.state !== 'RUNNING') return found;
      const claimed = await claimSubmission(db, key, clock.now());
      if (claimed !== undefined) return this.#resume(caller, claimed, found);
      if (waited >= WAIT_MS) throw new ConflictError(STILL_RUNNING);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** Goes on with a submission as a process that is gone left it. */
  #resume(
    caller: Caller,
    { request, attempt }: { request: SubmitRequest; attempt: number },
    { startedOn, outcomes }: StoredSubmission,
  ): Promise<StoredSubmission> {
    // A process that was just started may be there before the services are.
    const isPatient = this.#parts.clock.now().getTime() - startedOn.getTime() < RESUMED_FOR_MS;
    return this.#run(caller, request, { attempt, isPatient, known: outcomes });
  }

  /** `known` are the outcomes so far. */
  async #run(
    caller: Caller,
    request: SubmitRequest,
    {
      attempt,
      isPatient,
      known = {},
    }: { attempt: number; isPatient: boolean; known?: StoredSubmission['outcomes'] },
  ): Promise<StoredSubmission> {
    const { db, operations, services } = this.#parts;
    const key = { domainId: caller.domainId, id: request.id };
    const names = new Map<string, string>();
    for (const { serviceId } of request.services)
      names.set(serviceId, await nameOfService(services, serviceId));
    const options = {
      id: request.id,
      attempt,
      isResumable: true,
      failureOf: (all: SubmittedService[]) => failureOf(all, names),
      outcomeOf,
    };
    await operations.follow(caller, 'SUBMIT', options, async (work) => {
      const semaphore = new Semaphore(
        { permits: AT_ONCE },
        { full: () => new UnavailableError(STILL_RUNNING) },
      );
      let done = 0;
      const one: ChangeHandle = {
        ...work,
        onProgress: (phase, ...counts) =>
          request.services.length === 1
            ? work.onProgress(phase, ...counts)
            : work.onProgress(phase, done, request.services.length),
      };
      const settled = await Promise.allSettled(
        request.services.map(async (service) => {
          using _permit = await semaphore.acquire(request.id);
          const { serviceId } = service;
          const outcome =
            known[serviceId] ?? (await this.#submitOne(caller, request, service, one, isPatient));
          done += 1;
          return { serviceId, ...outcome };
        }),
      );
      const outcomes = settled.map((each) => {
        // After an interruption, the process that continues decides about the service.
        if (each.status === 'rejected') throw each.reason;
        return each.value;
      });
      if (outcomes.every(({ version }) => version === null)) work.signal.throwIfAborted();
      return outcomes;
    });
    return (await findSubmission(db, key)) as StoredSubmission;
  }

  async #submitOne(
    caller: Caller,
    { id, uuid, message, backupKey }: SubmitRequest,
    service: SubmitRequest['services'][number],
    work: ChangeHandle,
    isPatient: boolean,
  ): Promise<StoredOutcome> {
    const { db, serviceSubmissions, log } = this.#parts;
    const { domainId, permissions } = caller;
    const { serviceId } = service;
    const place = { domainId, backupKey, submissionId: id, serviceId };
    let outcome: StoredOutcome | undefined;
    try {
      outcome = await this.#findMade(place, work.attempt);
      if (outcome === undefined) {
        work.signal.throwIfAborted();
        if (!permissions.includes('configuration.write')) throw new ForbiddenError(NOT_ALLOWED);
        const request = { ...service, uuid, message, backupKey };
        return { ...(await serviceSubmissions.submitService(caller, request, work)), error: null };
      }
    } catch (error) {
      if (isStopped(work.signal) || error instanceof UndecidedError || error instanceof SupersededError)
        throw error;
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      const backup = await findBackupOfSubmission(db, place);
      if (backup?.importedVersion === null || (isAway && isPatient))
        throw new UndecidedError(isAway ? error.message : UNDECIDED);
      if (!(error instanceof AppError))
        log.error({ err: error, serviceId }, 'A service could not be submitted.');
      outcome = { version: null, backupId: null, error: toFailure(error) };
    }
    await this.#noteOutcome(work.attempt, serviceId, outcome);
    return outcome;
  }

  /** The outcome of a service stays as it is, whether or not it can be noted. */
  #noteOutcome(attempt: SubmissionAttempt, serviceId: string, outcome: StoredOutcome): Promise<void> {
    const { db, log } = this.#parts;
    return noteDone(
      () => updateOutcome(db, attempt, serviceId, outcome),
      (err) =>
        log.error(
          { err, submissionId: attempt.id, serviceId },
          'The outcome of a service could not be noted.',
        ),
    );
  }

  /** Outcome that a dead process left unrecorded. */
  async #findMade(place: SubmissionPlace, attempt: SubmissionAttempt): Promise<StoredOutcome | undefined> {
    const { db, interruptedChanges } = this.#parts;
    const { backupKey, serviceId } = place;
    let backup = await findBackupOfSubmission(db, place);
    if (backup === undefined) return undefined;
    if (backup.importedVersion === null) {
      await interruptedChanges.settleKey(attempt, backupKey, serviceId);
      backup = await findBackupOfSubmission(db, place);
    }
    if (backup === undefined) return undefined;
    // The change may still be under way: it is not submitted a second time.
    if (backup.importedVersion === null) throw new UndecidedError(UNDECIDED);
    return { version: backup.importedVersion, backupId: backup.id, error: null };
  }
}

/** A submission that is live, and waits for its run. */
export const isUntested = ({ state, tests, testState }: StoredSubmission): boolean =>
  state === 'DONE' && tests !== null && testState === null;

/** The failure as an answer to a call of its own would have it. */
function toFailure(thrown: unknown): SubmitFailure {
  const error = thrown instanceof AppError ? thrown : toUnavailable(thrown);
  if (error === undefined) return { status: 500, message: defaultErrorMessage(500) };
  const { status, message, fields, details } = error;
  return {
    status,
    message,
    ...(fields !== undefined && fields.length > 0 && { errors: fields }),
    ...(details !== undefined && { details: details as SubmitFailure['details'] }),
  };
}

function failureOf(outcomes: readonly SubmittedService[], names: ReadonlyMap<string, string>): string | null {
  const [only, ...others] = outcomes;
  if (only !== undefined && others.length === 0) return only.error?.message ?? null;
  return failureOfServices(
    outcomes.map(({ serviceId, error }) => ({
      serviceName: names.get(serviceId) ?? serviceId,
      status: error === null ? ('OK' as const) : ('ERROR' as const),
      ...(error !== null && { error: { localizedMessage: error.message } }),
    })),
    'submitted',
  );
}

function outcomeOf(outcomes: readonly SubmittedService[]): string {
  const [only, ...others] = outcomes;
  if (only === undefined || others.length > 0) {
    const live = outcomes.filter(({ version }) => version !== null).length;
    return `${live} ${live === 1 ? 'service was' : 'services were'} submitted.`;
  }
  const { version, backupId } = only;
  return version === null ? 'Nothing was submitted.' : outcomeOfChange({ version, backupId });
}
