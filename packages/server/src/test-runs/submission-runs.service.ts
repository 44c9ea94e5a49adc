import type { Submission } from '@atrium/contract/configuration/submission';
import { AppError, ConflictError } from '@atrium/host/errors';
import type { Logger } from 'pino';
import { restrict } from '../accounts/people/restriction.ts';
import type { Audit } from '../audit/audit.service.ts';
import { fromStoredOrigin } from '../audit/stored-origin.ts';
import type { Returns } from '../configuration/return/return.service.ts';
import {
  isUntested,
  type StoredSubmission,
  type Submissions,
  type SubmitRequest,
} from '../configuration/submission/submission.service.ts';
import type { Events } from '../events/events.ts';
import type { Caller } from '../http/caller.ts';
import { type StartParts, startRun } from './start-run.ts';
import { findRunningRun } from './test-run.repository.ts';

interface Parts extends StartParts {
  returns: Returns;
  submissions: Submissions;
  audit: Audit;
  events: Events;
  log: Logger;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** Exceeds the duration of any run; a later result would be of little use for the submission. */
const MAX_WAIT_MS = 3 * 3_600_000;
const MAY_BE_EARLIER =
  'This run may have started before your changes went live. Run the tests again when it has ended.';
/** Name of the log entry. */
const UNTESTED = 'configuration.return-submit-untested';

/** Submissions and the runs that test them. */
export class SubmissionRuns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Submits services, then starts the run that is asked for, if no other is going. */
  async submit(
    caller: Caller,
    request: SubmitRequest,
    options?: { isPatient: boolean },
  ): Promise<Submission> {
    const { submissions, log } = this.#parts;
    const submitted = await submissions.submit(caller, request, options);
    if (isUntested(submitted)) {
      await this.#test(submitted, caller).catch((err: unknown) => {
        // The services are live: a job tries again.
        log.warn({ err, submissionId: submitted.id }, 'The run after a submit could not be started yet.');
      });
    }
    return submissions.get(caller, request.id);
  }

  /** Starts the runs of a domain's submissions, each when no other is going. */
  async startWaiting(domainId: string): Promise<void> {
    const { submissions, findActor } = this.#parts;
    // One run decides about all submissions with the same key.
    const last = new Map<string, StoredSubmission>();
    for (const submission of await submissions.listUntested(domainId))
      last.set(`${submission.userId} ${submission.backupKey}`, submission);
    const failures: unknown[] = [];
    for (const submission of last.values()) {
      try {
        const actor = restrict(await findActor(submission.userId), submission.permissions);
        await this.#test(submission, actor && { ...actor, ...fromStoredOrigin(submission) });
      } catch (error) {
        // The others are started all the same.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Runs after submits could not be started.');
  }

  /**
   * Starts the run. Later, if a service is away; while another run is going, a run that decides about a return waits for its end,
   * and in place of any other that one is shown.
   */
  async #test(submission: StoredSubmission, caller: Caller | undefined): Promise<void> {
    const { db, clock, returns, submissions } = this.#parts;
    const { domainId, startedOn, endedOn, tests, backupKey } = submission;
    if (clock.now().getTime() - (endedOn ?? startedOn).getTime() > MAX_WAIT_MS)
      return this.#end(submission, 'No run could be started for three hours.');
    const running = await findRunningRun(db, domainId);
    if (running !== undefined) {
      if (tests === 'RETURN') return;
      const shown = { runId: running.id, now: clock.now(), returned: null, reason: MAY_BE_EARLIER };
      await submissions.noteTestsStarted(db, submission, shown);
      return;
    }
    if (!caller?.permissions.includes('tests.run'))
      return this.#end(submission, 'The person who submitted the changes may no longer run tests.');
    try {
      const found =
        tests === 'RETURN' && backupKey !== null ? await returns.findSubmitted(caller, backupKey) : [];
      const returned = found.length > 0 ? found : null;
      await startRun(
        this.#parts,
        caller,
        { strategy: 'EXECUTE_ALL', retries: 0 },
        {
          onStart: async (transaction, runId) => {
            const started = { runId, now: clock.now(), returned, reason: null };
            if (!(await submissions.noteTestsStarted(transaction, submission, started)))
              throw new ConflictError('It has already been started.', { runId });
          },
        },
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!isForLater(error)) await this.#end(submission, error.message);
    }
  }

  /** No run will test it any more, so nothing is returned. */
  async #end(submission: StoredSubmission, why: string): Promise<void> {
    const { db, clock, audit, events, submissions } = this.#parts;
    const { id, domainId, userId, tests, backupKey } = submission;
    const reason = `${why} The tests did not run${tests === 'RETURN' ? ', and nothing was returned' : ''}.`;
    await db.transaction().execute(async (transaction) => {
      if (!(await submissions.noteUntested(transaction, submission, reason, clock.now()))) return;
      await audit.record(transaction, {
        caller: { userId, domainId, ...fromStoredOrigin(submission) },
        action: UNTESTED,
        message: reason,
        before: { backupKey },
      });
      await events.publish(domainId, 'operation', { id }, { userId, transaction });
    });
  }
}

/** A service is away, or someone else has just started a run. */
function isForLater({ status, details }: AppError): boolean {
  const isRunning = typeof details === 'object' && details !== null && 'runId' in details;
  return status >= 500 || status === 429 || isRunning;
}
