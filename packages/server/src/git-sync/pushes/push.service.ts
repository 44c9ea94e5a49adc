import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import { GitRequest } from '@atrium/contract/configuration/git-request';
import type { PushOutcome } from '@atrium/contract/connections/automation';
import { AppError, ConflictError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock, Random } from '../../clock.ts';
import { fromCompressedJson, toCompressedJson } from '../../configuration/compressed-json.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { SubmitRequest } from '../../configuration/submission/submission.service.ts';
import type { Connections, DescribedConnection } from '../../connections/connection.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import { AWAY_FAILURES, GitError } from '../../providers/git/git-errors.ts';
import type { CandidateRuns } from '../../test-runs/candidate-run.service.ts';
import type { SubmissionRuns } from '../../test-runs/submission-runs.service.ts';
import type { TestRuns } from '../../test-runs/test-runs.service.ts';
import { sendLook, sendTakePush, sendTakePushLater } from '../git-sync.job.ts';
import type { EventReview } from '../git-sync.tables.ts';
import { findHook } from '../hooks/hook.repository.ts';
import type { ReportedRequest } from '../hooks/read-hook.ts';
import { missingOf, NEEDED, placeOfChoice } from '../push-choice.ts';
import { enqueueReport } from '../reports/enqueue-report.ts';
import { type ConnectionKey, findState } from '../state/state.repository.ts';
import type { BranchMove } from '../state/state.service.ts';
import type { ConnectionNews } from './connection-news.service.ts';
import {
  type EventKey,
  type EventStep,
  findEvent,
  findEventOfRun,
  findSubmitRequest,
  hasEventOfOwnCommit,
  hasEventOfRequest,
  insertEvent,
  listAbandonedEvents,
  type NewEvent,
  type StoredEvent,
  updateEvent,
  updateReplaced,
  updateReviewed,
} from './event.repository.ts';
import { FORK_WITHOUT_SECRETS, headRefOf, waitsForPerson } from './fork-tests.service.ts';
import { describeDecisions } from './push-decision.ts';
import type { PushReview, PushReviews } from './push-review.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  jobs: Pick<Jobs, 'send'>;
  events: Events;
  connections: Connections;
  configuration: Pick<Configuration, 'pulls' | 'submissions' | 'candidates'>;
  runs: Pick<TestRuns, 'get'>;
  candidateRuns: CandidateRuns;
  submissionRuns: SubmissionRuns;
  reviews: PushReviews;
  news: ConnectionNews;
  outbox: Pick<Outbox, 'enqueue'>;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** A push with the connection that it came over. */
interface TakenPush {
  event: StoredEvent;
  connection: DescribedConnection;
  actor: Caller;
}

/** A repository that cannot be read is waited for this long: over a weekend. */
const PATIENCE_MS = 72 * 3_600_000;
const UNREADABLE: ReadonlySet<GitFailure> = new Set([
  ...AWAY_FAILURES,
  'ACCESS_DENIED',
  'CERTIFICATE',
  'CREDENTIALS_REFUSED',
  'HOST_KEY_CHANGED',
  'NOT_FOUND',
]);
const ABANDONED_AFTER_MS = 60_000;
const RETRY_AFTER_MS = 3000;

/** Prepares, tests and submits pushes to the branches of connections; each once, whatever process is killed. */
export class Pushes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In the transaction that notes the branch's new commit: of many looks at it one gets here. */
  async begin(transaction: Store, move: BranchMove): Promise<void> {
    const { clock, random } = this.#parts;
    const { domainId, connectionId, branch, from, to, isRewritten } = move;
    // The first look at a branch is no push.
    if (from === null) return;
    if (!move.isBehind && (await hasEventOfOwnCommit(transaction, move, to))) return;
    const id = random.id();
    const message = describeMove(move);
    const onPush = (await findHook(transaction, move))?.onPush ?? 'NOTHING';
    const event = { id, domainId, connectionId, createdOn: clock.now(), commitSha: to, message, onPush };
    if (onPush === 'NOTHING') return insertEvent(transaction, { ...event, outcome: 'NONE' });
    // Pushed from here, or pulled before the look.
    if (!move.isBehind) return insertEvent(transaction, { ...event, detail: IS_HERE, outcome: 'NONE' });
    const later = `A later push to ${branch} came first${isRewritten ? ', which has rewritten its history' : ''}.`;
    await updateReplaced(transaction, move, later);
    await this.#start(transaction, event);
  }

  /** Tests the head of a request, or has it wait for a person if it is of a fork; each commit once. */
  async beginRequest(
    transaction: Store,
    { domainId, connectionId }: ConnectionKey,
    { number: requestNumber, title, branch, commitSha, fork }: Omit<ReportedRequest, 'into'>,
  ): Promise<void> {
    const { clock, random } = this.#parts;
    const request = { domainId, connectionId, requestNumber };
    if (await hasEventOfRequest(transaction, { ...request, commitSha })) return;
    const [id, createdOn] = [random.id(), clock.now()];
    const message = `Request ${requestNumber} at ${commitSha.slice(0, 10)}: ${title}`;
    const event = { ...request, id, createdOn, commitSha, branch, fork, message, onPush: 'TEST' as const };
    await updateReplaced(transaction, request, LATER_COMMIT);
    if (fork === null) return this.#start(transaction, event);
    await insertEvent(transaction, { ...event, detail: waitsForPerson(fork), outcome: 'WAITING' });
    await enqueueReport(transaction, this.#parts.outbox, event);
  }

  async #start(transaction: Store, event: NewEvent): Promise<void> {
    await insertEvent(transaction, { ...event, step: 'PULL', touchedOn: event.createdOn });
    await enqueueReport(transaction, this.#parts.outbox, event);
    await sendTakePush(this.#parts.jobs, event, transaction);
  }

  /** Ends the wait of a prepared push: a person has reviewed it, or brought both sides together otherwise. */
  async endReviewed(
    transaction: Store,
    commit: ConnectionKey & { commitSha: string },
    isInSync: boolean,
  ): Promise<void> {
    const detail = isInSync ? 'It was reviewed here, and is live.' : 'It was reviewed here.';
    const ended = await updateReviewed(transaction, commit, { outcome: isInSync ? 'LIVE' : 'NONE', detail });
    for (const event of ended) await enqueueReport(transaction, this.#parts.outbox, event);
  }

  /** In the transaction that ends a run of tests of a candidate. */
  async noteRunEnded(transaction: Store, run: { domainId: string; runId: string }): Promise<void> {
    const key = await findEventOfRun(transaction, run);
    if (key !== undefined) await sendTakePush(this.#parts.jobs, key, transaction);
  }

  /** Sends the jobs of pushes that a dead process, or a host that is away, left without an outcome. */
  async resume(): Promise<void> {
    const { db, clock, jobs } = this.#parts;
    const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
    for (const key of await listAbandonedEvents(db, before)) await sendTakePush(jobs, key);
  }

  /** For a job: continues a push at its step. */
  async take(key: EventKey, signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    for (;;) {
      const event = await findEvent(db, key);
      const step = event?.step ?? null;
      if (event === undefined || step === null) return;
      if (!(await updateEvent(db, event, step, { touchedOn: clock.now() }))) return;
      const isFurther = await this.#takeStep(event, step, signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return this.#fail(event, step, error);
      });
      await this.#tell(event);
      if (!isFurther) return;
    }
  }

  /** Returns whether there is a next step. */
  async #takeStep(event: StoredEvent, step: EventStep, signal: AbortSignal): Promise<boolean> {
    const connection = await this.#parts.connections.describe(event.domainId, event.connectionId);
    const actor = await this.#parts.findActor(event.testedBy ?? connection.ownerId);
    const who = event.testedBy === null ? 'OWNER' : 'STARTER';
    const missing = missingOf(actor, connection, NEEDED[event.onPush ?? 'NOTHING'], who);
    if (actor === undefined || missing !== undefined) {
      // A submission that has begun ends by itself.
      return this.#end(event, step, 'REFUSED', missing ?? '');
    }
    const push = { event, connection, actor };
    switch (step) {
      case 'PULL':
        return this.#pull(push, signal);
      case 'TEST':
        return this.#readTests(push);
      case 'SUBMIT':
        return this.#submit(push);
    }
  }

  async #pull({ event, connection, actor }: TakenPush, signal: AbortSignal): Promise<boolean> {
    const { db, configuration, reviews } = this.#parts;
    const { domainId, connectionId, commitSha } = event;
    const key = { domainId, connectionId };
    // A look finds out when the repository can be read again; refused credentials are not sent each minute until then.
    if (event.pullId === null && !this.#isOlder(event, PATIENCE_MS)) {
      const state = await findState(db, key);
      if (state !== undefined && state.problem !== null) return false;
    }
    const pullId = event.pullId ?? (await this.#makePull({ event, connection, actor }, signal));
    if (!(await updateEvent(db, event, 'PULL', { pullId }))) return false;
    const pull = await configuration.pulls.find(domainId, pullId);
    // Bitbucket abbreviates the commits of requests.
    if (!pull.commitSha.startsWith(commitSha ?? pull.commitSha)) return this.#replace(event, pull.commitSha);
    if (!(await updateEvent(db, event, 'PULL', { commitSha: pull.commitSha }))) return false;
    const isRequest = event.requestNumber !== null;
    const intoBranch = isRequest ? await this.#branchOf(connection) : undefined;
    const review = await reviews.review(actor, key, { pullId, intoBranch }, signal);
    const found = describeDecisions(review.decisions);
    if (found === '') return this.#end(event, 'PULL', 'NONE', isRequest ? CHANGES_NOTHING : IS_HERE);
    if (!(await updateEvent(db, event, 'PULL', { review: toEventReview(review) }))) return false;
    const { onPush } = event;
    if (onPush === 'PREPARE') return this.#end(event, 'PULL', 'PREPARED', `Waits to be reviewed: ${found}.`);
    const hook = await findHook(db, key);
    const reason = reasonToWait(event, review, hook?.chosenPlace === placeOfChoice(connection));
    if (reason !== undefined) return this.#end(event, 'PULL', 'PREPARED', waiting(event, reason, found));
    return this.#test({ event, connection, actor }, review, pullId, signal);
  }

  /** The next look finds the later commit of a branch; that of a fork waits for a person again. */
  async #replace(event: StoredEvent, commitSha: string): Promise<boolean> {
    const { requestNumber: number, fork, branch, message } = event;
    if (number === null || fork === null)
      return this.#end(event, 'PULL', 'REPLACED', 'The branch moved on while it was pulled.');
    const request = { number, fork, branch: branch ?? '', title: titleOf(message), commitSha };
    await this.#parts.db
      .transaction()
      .execute((transaction) => this.beginRequest(transaction, event, request));
    return this.#end(event, 'PULL', 'REPLACED', LATER_COMMIT);
  }

  async #branchOf({ id, domainId, defaultBranch }: DescribedConnection): Promise<string | undefined> {
    if (defaultBranch !== undefined) return defaultBranch;
    return (await findState(this.#parts.db, { domainId, connectionId: id }))?.branch ?? undefined;
  }

  async #makePull({ event, connection, actor }: TakenPush, signal: AbortSignal): Promise<string> {
    const { id: connectionId, domainId, defaultBranch } = connection;
    const isOfFork = event.fork !== null;
    const branch = isOfFork ? undefined : (event.branch ?? defaultBranch);
    const hook = isOfFork ? await findHook(this.#parts.db, { domainId, connectionId }) : undefined;
    const ref = isOfFork ? headRefOf(event, hook?.reportTo ?? null) : undefined;
    const request = GitRequest.parse({ connectionId, branch });
    const { head, onWritten } = await this.#parts.configuration.pulls.pull(actor, request, signal, ref);
    // No one waits for an answer: contents are read at once.
    onWritten?.();
    return head.uuid;
  }

  /** Starts the tests of the submit, which is stored in the same transaction. */
  async #test(
    { event, actor }: TakenPush,
    { services }: PushReview,
    pullId: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { random, candidateRuns } = this.#parts;
    const request: SubmitRequest = {
      id: random.id(),
      uuid: pullId,
      services,
      message: event.message,
      backupKey: random.id(),
      tests: 'NONE',
    };
    const stored = event.onPush === 'LIVE' ? await toCompressedJson(request) : null;
    const changes = services.map((service) => ({ ...service, kind: 'pull' as const, uuid: pullId }));
    try {
      const withoutSecrets = event.fork !== null;
      const onStart = async (transaction: Store, runId: string) => {
        const detail = withoutSecrets ? 'The tests run without secrets.' : 'The tests run.';
        const started = { step: 'TEST' as const, runId, request: stored, detail };
        if (!(await updateEvent(transaction, event, 'PULL', started)))
          throw new ConflictError('A later push came first.');
        await enqueueReport(transaction, this.#parts.outbox, event);
      };
      await candidateRuns.start(actor, changes, signal, { withoutSecrets, onStart });
    } catch (error) {
      // Another run is going: the timetable tries again.
      if (error instanceof ConflictError && hasRunId(error)) return false;
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return this.#end(event, 'PULL', 'PREPARED', waiting(event, `It could not be tested: ${error.message}`));
    }
    return false;
  }

  async #readTests({ event, actor }: TakenPush): Promise<boolean> {
    const { db, configuration, candidateRuns } = this.#parts;
    const { runId, domainId } = event;
    if (runId === null) return this.#end(event, 'TEST', 'PREPARED', waiting(event, 'Its tests are gone.'));
    const { status, counts } = await candidateRuns.get(actor, runId);
    if (status === 'RUNNING' || status === 'PENDING') return false;
    const hasPassed = (await configuration.candidates.listCoveringRunIds(domainId)).includes(runId);
    if (status !== 'OK' || !hasPassed) {
      const failed = counts.FAIL ?? 0;
      const why =
        status === 'CANCELED'
          ? 'The tests were canceled.'
          : failed > 0
            ? `${failed} ${failed === 1 ? 'test fails' : 'tests fail'}.`
            : 'Not all tests could run.';
      if (failed > 0 && event.review !== null)
        await updateEvent(db, event, 'TEST', {
          review: { ...event.review, failedTests: await this.#listFailed(actor, runId) },
        });
      return this.#end(event, 'TEST', 'PREPARED', waiting(event, why));
    }
    if (event.onPush === 'TEST')
      return this.#end(
        event,
        'TEST',
        'TESTED',
        event.requestNumber === null
          ? 'All tests pass with it. It waits to be reviewed.'
          : 'All tests pass with it.',
      );
    return updateEvent(db, event, 'TEST', { step: 'SUBMIT', detail: 'It is being submitted.' });
  }

  async #listFailed(actor: Caller, runId: string): Promise<string[]> {
    const { servicesTests } = await this.#parts.runs.get(actor, runId);
    return servicesTests
      .flatMap(({ tests }) => tests)
      .filter(({ status, quarantine }) => status === 'FAIL' && quarantine === undefined)
      .map(({ id }) => id)
      .slice(0, MAX_LISTED);
  }

  /** The submission has an id of its own: whichever process gets here, it is submitted once. */
  async #submit({ event, actor }: TakenPush): Promise<boolean> {
    const { db, submissionRuns } = this.#parts;
    const stored = await findSubmitRequest(db, event);
    if (stored === null) return this.#end(event, 'SUBMIT', 'REFUSED', 'What was to be submitted is gone.');
    const request = await fromCompressedJson<SubmitRequest>(stored);
    const { services } = await submissionRuns.submit(actor, request, { isPatient: true });
    const failed = services.filter(({ error }) => error !== null);
    if (failed.length === 0) return this.#end(event, 'SUBMIT', 'LIVE', 'All tests pass, and it is live.');
    const why = failed.map(({ error }) => error?.message).join(' ');
    const isPartly = failed.length < services.length;
    const what = isPartly
      ? `${services.length - failed.length} of ${services.length} services are live.`
      : 'Waits to be reviewed.';
    return this.#end(
      event,
      'SUBMIT',
      isPartly ? 'REFUSED' : 'PREPARED',
      `${what} It was not submitted: ${why}`,
    );
  }

  /** Waits for a host, a service or credentials that are expected to work again, and tells of anything else. */
  async #fail(event: StoredEvent, step: EventStep, error: AppError): Promise<boolean> {
    const { jobs, clock } = this.#parts;
    const isUnreadable = step === 'PULL' && error instanceof GitError && UNREADABLE.has(error.failure);
    const isRunning = step === 'SUBMIT' && error instanceof ConflictError;
    if ((error.status < 500 && !isUnreadable && !isRunning) || this.#isOlder(event, PATIENCE_MS))
      return this.#end(event, step, 'REFUSED', error.message);
    // The look tells why the repository cannot be read, and finds out when it can be.
    if (isUnreadable) await sendLook(jobs, event);
    // A service that was just restarted is back within seconds; later the timetable tries again.
    else if (!this.#isOlder(event, ABANDONED_AFTER_MS))
      await sendTakePushLater(jobs, event, new Date(clock.now().getTime() + RETRY_AFTER_MS));
    return false;
  }

  #isOlder({ createdOn, testedOn }: StoredEvent, ms: number): boolean {
    return this.#parts.clock.now().getTime() - (testedOn ?? createdOn).getTime() >= ms;
  }

  async #end(event: StoredEvent, step: EventStep, outcome: PushOutcome, why: string): Promise<false> {
    const { db, news } = this.#parts;
    const detail = event.fork !== null && step === 'TEST' ? `${why} ${FORK_WITHOUT_SECRETS}` : why;
    const hasPull = outcome === 'PREPARED' || outcome === 'TESTED';
    const ended = { step: null, outcome, detail, request: null, ...(!hasPull && { pullId: null }) };
    await db.transaction().execute(async (transaction) => {
      if (!(await updateEvent(transaction, event, step, ended))) return;
      await enqueueReport(transaction, this.#parts.outbox, event);
      if (event.requestNumber !== null) return;
      if (hasPull) await news.notifyOfPush(transaction, event, 'push-prepared', detail);
      else if (outcome === 'REFUSED') await news.notifyOfPush(transaction, event, 'push-refused', detail);
    });
    return false;
  }

  async #tell({ domainId, connectionId }: StoredEvent): Promise<void> {
    await this.#parts.events.publish(domainId, 'connection', { connectionId }).catch(() => undefined);
  }
}

/** Most names of tests and files in a report. */
const MAX_LISTED = 20;
const CHANGES_NOTHING = 'It changes nothing here.';
const LATER_COMMIT = 'A later commit of the request came first.';
const IS_HERE = 'What was pushed is here already.';

/** Detail of a push that waits for a person; a request is reviewed at its host. */
function waiting({ requestNumber }: StoredEvent, reason: string, found = ''): string {
  if (requestNumber !== null) return found === '' ? reason : `Not tested: ${found}. ${reason}`;
  return `Waits to be reviewed${found === '' ? '' : `: ${found}`}. ${reason}`;
}

function toEventReview({ decisions, approvals }: PushReview): EventReview {
  return {
    services: decisions.map(({ serviceName, taken, merged, here, open }) => ({
      name: serviceName,
      taken: taken.length,
      merged: merged.length,
      here: here.length,
      open: open.slice(0, MAX_LISTED),
    })),
    approvals: approvals.slice(0, MAX_LISTED),
    failedTests: [],
  };
}

/** Reason for which a push waits for a person instead of being tested, or going live; undefined if it need not wait. */
function reasonToWait({ onPush }: StoredEvent, review: PushReview, isSamePlace: boolean): string | undefined {
  const { decisions, changedHere, unknown, approvals, services } = review;
  if (!isSamePlace)
    return 'The connection was changed since it was chosen what a push does. Choose it again.';
  const open = decisions.reduce((sum, decision) => sum + decision.open.length, 0);
  if (open > 0) return 'A person has to decide first.';
  if (services.length === 0) return 'Nothing of it can be taken without a decision.';
  if (onPush !== 'LIVE') return undefined;
  const why = [
    unknown.length > 0 && `${listed(unknown)} never exchanged anything with this branch`,
    changedHere.length > 0 && `${listed(changedHere)} has changes that are not in git`,
    decisions.some(({ merged }) => merged.length > 0) && 'files changed here and in git',
    ...approvals,
  ].filter((words) => typeof words === 'string');
  return why.length === 0 ? undefined : `It does not go live by itself: ${why.join('; ')}.`;
}

/** Title of a request, from the message of its event. */
const titleOf = (message: string) => message.slice(message.indexOf(': ') + 2);

const listed = (names: readonly string[]) => names.join(' and ');

const hasRunId = ({ details }: AppError) =>
  typeof details === 'object' && details !== null && 'runId' in details;

function describeMove({ branch, to, isRewritten, commits }: BranchMove): string {
  const [newest] = commits;
  const about = newest?.commitSha === to ? `: ${newest.message}` : '';
  return isRewritten
    ? `The history of ${branch} was rewritten (force-push). It is now at ${to.slice(0, 10)}${about}`
    : `${branch} moved to ${to.slice(0, 10)}${about}`;
}
