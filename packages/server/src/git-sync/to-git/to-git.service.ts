import { consolePaths } from '@atrium/contract/console-paths';
import { AppError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock, Random } from '../../clock.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { PushedVersion } from '../../configuration/push/version-push.service.ts';
import type { Connections, DescribedConnection } from '../../connections/connection.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Notifier } from '../../notifications/notifier.service.ts';
import type { RegisteredService, Services } from '../../services/services.service.ts';
import { sendSendChanges } from '../git-sync.job.ts';
import type { StoredRefusal, StoredRequest } from '../git-sync.tables.ts';
import {
  findHook,
  listSendingConnections,
  lockHook,
  type StoredHook,
  updateOutgoing,
} from '../hooks/hook.repository.ts';
import type { HostRequests } from '../hosts/host-request.service.ts';
import { missingOf, NEEDED_TO_GIT, placeOfChoice } from '../push-choice.ts';
import { insertEvent } from '../pushes/event.repository.ts';
import { type ConnectionKey, findState } from '../state/state.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  events: Events;
  services: Services;
  connections: Connections;
  configuration: Pick<Configuration, 'bases' | 'returns' | 'submissions' | 'versionPushing'>;
  requests: Pick<HostRequests, 'open'>;
  notifier: Notifier;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** Pauses while something is being submitted, and while tests may return it. */
const SUBMITTING_MS = 2_000;
const TESTING_MS = 5_000;
const CHOOSE_AGAIN =
  'The connection was changed since it was chosen what a change made here does. Choose it again.';

/** Pushes changes that are made here to the branches of connections. The last exchange decides which versions are missing there. */
export class ToGit {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In the transaction that changes the live configuration. */
  async noteChange(transaction: Store, domainId: string): Promise<void> {
    const { jobs } = this.#parts;
    for (const key of await listSendingConnections(transaction, domainId))
      await sendSendChanges(jobs, key, { transaction });
  }

  /** In the transaction that notes a look: retries pushes that failed because the host was away. */
  async noteSeen(transaction: Store, key: ConnectionKey): Promise<void> {
    const hook = await findHook(transaction, key);
    if (hook !== undefined && hook.toGit !== 'NEVER')
      await sendSendChanges(this.#parts.jobs, key, { transaction });
  }

  /** For a job: pushes versions that the branch does not have, oldest first. */
  async send(key: ConnectionKey, signal: AbortSignal): Promise<void> {
    const { db, clock, jobs, log, connections, findActor } = this.#parts;
    const { domainId, connectionId } = key;
    const hook = await findHook(db, key);
    if (hook === undefined || hook.toGit === 'NEVER') return;
    const connection = await connections.describe(domainId, connectionId);
    if (hook.toGitPlace !== placeOfChoice(connection)) return this.#noteAll(key, connection, CHOOSE_AGAIN);
    const actor = await findActor(connection.ownerId);
    const missing = missingOf(actor, connection, NEEDED_TO_GIT);
    if (actor === undefined || missing !== undefined) return this.#noteAll(key, connection, missing ?? '');
    const pauseMs = await this.#findPause(domainId);
    if (pauseMs !== undefined) {
      await sendSendChanges(jobs, key, { startAfter: new Date(clock.now().getTime() + pauseMs) });
      return;
    }
    try {
      const refusals = await this.#push(key, { hook, connection, actor }, signal);
      await this.#noteRefusals(key, connection, refusals);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      // The next look tries again.
      log.info({ connectionId, reason: error.message }, 'Changes made here could not be pushed.');
    }
  }

  /** A submission goes to git as a whole, and only once no test can return it. Undefined if there is none to wait for. */
  async #findPause(domainId: string): Promise<number | undefined> {
    const { submissions, returns } = this.#parts.configuration;
    if (await submissions.isRunning(domainId)) return SUBMITTING_MS;
    return (await returns.isPending(domainId)) ? TESTING_MS : undefined;
  }

  async #push(
    key: ConnectionKey,
    { hook, connection, actor }: { hook: StoredHook; connection: DescribedConnection; actor: Caller },
    signal: AbortSignal,
  ): Promise<StoredRefusal[]> {
    const { db, connections, configuration } = this.#parts;
    const { versionPushing } = configuration;
    const { place } = connection;
    const branch = connection.defaultBranch ?? (await findState(db, key))?.branch ?? undefined;
    // The first look names it, and tries again.
    if (branch === undefined) return [];
    const isRequest = hook.toGit === 'REQUEST';
    const request = isRequest ? await this.#findUnmerged(key, connection, branch) : null;
    const exchanged = request === null ? [branch] : [branch, request.branch];
    const services = await versionPushing.findWaiting(actor, { place, branches: exchanged });
    const refusals: StoredRefusal[] = [];
    if (services.length > 0) {
      const opened = await connections.open(key.domainId, key.connectionId);
      const onPushed = (transaction: Store, pushed: PushedVersion) =>
        this.#notePushed(transaction, key, pushed, isRequest);
      const isWanted = async () => {
        const now = await findHook(db, key);
        if (now?.toGit !== hook.toGit || now.toGitPlace !== hook.toGitPlace) return false;
        // A submission that has begun since sends its own job.
        return (await this.#findPause(key.domainId)) === undefined;
      };
      const onBranch = (name: string, into: string) =>
        updateOutgoing(db, key, { request: { branch: name, into, number: null, url: null } });
      const isOwnBranch = async (name: string) => (await findHook(db, key))?.request?.branch === name;
      const branches = { onBranch, isOwnBranch };
      const push = { opened, branch, isRequest, services, isWanted, ...branches, onPushed };
      refusals.push(...(await versionPushing.push(actor, push, signal)));
    }
    if (isRequest) refusals.push(...(await this.#openRequest(key, { actor, services })));
    return refusals;
  }

  /** The request that is not merged yet. It is if the target branch has moved, and lacks nothing of it. */
  async #findUnmerged(
    key: ConnectionKey,
    { place: gitUrl }: DescribedConnection,
    branch: string,
  ): Promise<StoredRequest | null> {
    const { db, configuration, services } = this.#parts;
    const [hook, state] = [await findHook(db, key), await findState(db, key)];
    const request = hook?.request ?? null;
    if (request === null || state === undefined || state.branch !== branch) return request;
    if (state.commitSha === request.into) return request;
    for (const { id: serviceId } of await services.listRegistered()) {
      const own = { domainId: key.domainId, serviceId, gitUrl, branch: request.branch };
      if ((await configuration.bases.find(own)) === undefined) continue;
      const ahead = state.services.find((service) => service.serviceId === serviceId)?.filesAhead ?? 0;
      if (ahead > 0) return request;
    }
    await updateOutgoing(db, key, { request: null });
    await this.#publish(key);
    return null;
  }

  /** In the transaction that records a version as exchanged. */
  async #notePushed(
    transaction: Store,
    key: ConnectionKey,
    { service, version, message, branch, commitSha, into }: PushedVersion,
    isRequest: boolean,
  ): Promise<void> {
    const { clock, random } = this.#parts;
    const about = message.split('\n')[0] ?? '';
    await insertEvent(transaction, {
      ...key,
      id: random.id(),
      createdOn: clock.now(),
      message: `Pushed version ${version} of ${service.name} to ${branch} at ${commitSha.slice(0, 10)}: ${about}`,
      commitSha,
    });
    if (!isRequest) return;
    const before = (await lockHook(transaction, key))?.request;
    const number = before?.branch === branch ? before.number : null;
    await updateOutgoing(transaction, key, { request: { branch, into, number, url: null } });
  }

  /** Opens the request of the last push, or finds it. */
  async #openRequest(
    key: ConnectionKey,
    { actor, services }: { actor: Caller; services: readonly RegisteredService[] },
  ): Promise<StoredRefusal[]> {
    const { db, clock, random, requests } = this.#parts;
    const request = (await findHook(db, key))?.request ?? null;
    if (request === null || request.url !== null) return [];
    const { branch: from, number: former } = request;
    const names = services.map(({ name }) => name).join(', ');
    const title = names === '' ? 'Changes from Atrium' : `Changes from Atrium: ${names}`;
    try {
      const found = await requests.open(actor, key.connectionId, { branch: from, title });
      await db.transaction().execute(async (transaction) => {
        const current = (await lockHook(transaction, key))?.request;
        if (current?.branch !== from) return;
        await updateOutgoing(transaction, key, { request: { ...current, ...found } });
        if (found.number === former) return;
        await insertEvent(transaction, {
          ...key,
          id: random.id(),
          createdOn: clock.now(),
          message: `Request ${found.number} from ${from} is open.`,
          requestUrl: found.url,
        });
      });
      await this.#publish(key);
      return [];
    } catch (error) {
      if (!(error instanceof UnprocessableError)) throw error;
      const message = `The branch "${from}" is pushed, but its merge request could not be opened: ${error.message} It is tried again with each look at the branch.`;
      return [{ serviceId: null, cause: 'REQUEST', message }];
    }
  }

  #noteAll(key: ConnectionKey, connection: DescribedConnection, message: string): Promise<void> {
    return this.#noteRefusals(key, connection, [{ serviceId: null, cause: message, message }]);
  }

  /** A reason is an event, and told, once until it is gone. */
  async #noteRefusals(
    key: ConnectionKey,
    { name }: DescribedConnection,
    refusals: readonly StoredRefusal[],
  ): Promise<void> {
    const { db, clock, random, notifier, services } = this.#parts;
    const listed = await services.listRegistered();
    await db.transaction().execute(async (transaction) => {
      const hook = await lockHook(transaction, key);
      if (hook === undefined || hook.toGit === 'NEVER') return;
      const isKnown = (refusal: StoredRefusal) =>
        hook.refusals.some(
          ({ serviceId, cause }) => serviceId === refusal.serviceId && cause === refusal.cause,
        );
      await updateOutgoing(transaction, key, { refusals });
      for (const refusal of refusals.filter((each) => !isKnown(each))) {
        const { serviceId, message: detail } = refusal;
        const about = listed.find(({ id }) => id === serviceId)?.name ?? serviceId;
        const id = random.id();
        const event = { ...key, id, createdOn: clock.now(), detail, outcome: 'REFUSED' as const };
        const what = serviceId === null ? 'Changes made here' : `Changes of ${about}`;
        await insertEvent(transaction, { ...event, message: `${what} could not be pushed.` });
        await notifier.tell(transaction, {
          domainId: key.domainId,
          reason: 'push-refused',
          key: id,
          subjectId: id,
          facts: {
            type: 'git.push-refused',
            title: `${name}: changes made here are not pushed`,
            text: serviceId === null ? detail : `${about}: ${detail}`,
            tone: 'bad',
            action: { label: 'Show the connection', path: consolePaths.connections() },
            data: { connectionId: key.connectionId, serviceId },
          },
        });
      }
    });
    await this.#publish(key);
  }

  async #publish({ domainId, connectionId }: ConnectionKey): Promise<void> {
    await this.#parts.events.publish(domainId, 'connection', { connectionId }).catch(() => undefined);
  }
}
