import type { IncomingHttpHeaders } from 'node:http';
import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import type {
  Automation,
  ConnectionEvent,
  GitHostKind,
  OnPush,
  ToGit,
} from '@atrium/contract/connections/automation';
import { missingPermission, type Permission } from '@atrium/contract/permissions';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Connections, DescribedConnection } from '../../connections/connection.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { PublicUrl } from '../../http/public-url.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { knownHostKind } from '../../providers/git-hosts/git-host-dialects.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { sendLook, sendSendChanges } from '../git-sync.job.ts';
import { NEEDED_TO_GIT, neededToChoose, placeOfChoice } from '../push-choice.ts';
import { insertEvent, listEvents, type StoredEvent, TESTABLE } from '../pushes/event.repository.ts';
import type { Pushes } from '../pushes/push.service.ts';
import { findState } from '../state/state.repository.ts';
import {
  findHook,
  findHookByToken,
  hookSecretColumn,
  lockHook,
  lockOwnHook,
  type StoredHook,
  updateHookCalled,
  updateOutgoing,
  upsertHook,
} from './hook.repository.ts';
import { isSigned } from './hook-signature.ts';
import { type HookReport, readHook } from './read-hook.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  audit: Audit;
  jobs: Pick<Jobs, 'send'>;
  publicUrl: PublicUrl;
  connections: Connections;
  pushes: Pick<Pushes, 'beginRequest'>;
}

/** Address that a git host calls, and the key of its signatures. */
interface HookAddress {
  url: string;
  secret: string;
}

const SECRET_BYTES = 32;
/** Calls are noted at most this often, so that many cause few writes. */
const NOTED_EVERY_MS = 1000;

const KEYS_REPORT_NOTHING =
  'A deploy key cannot report to the git host. Connect the repository with an access token, or report to none.';

const KEYS_OPEN_NOTHING =
  'A deploy key opens no merge request. Connect the repository with an access token, or push directly.';
const CHOOSE_HOST = 'Choose the git host under "Report results to" first: merge requests are opened there.';
const HOST_IS_NEEDED =
  'Merge requests of changes made here are opened at this git host. Choose first that they are pushed directly, or never.';

interface Choice {
  onPush?: OnPush | undefined;
  reportTo?: GitHostKind | null | undefined;
  toGit?: ToGit | undefined;
}

const noSuchHook = () => new NotFoundError('There is no such webhook.');

/** Webhooks of connections, and the choice of how pushes are handled. */
export class ConnectionHooks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get({ domainId }: Pick<Caller, 'domainId'>, connectionId: string): Promise<Automation> {
    const { db, clock, connections } = this.#parts;
    const connection = await connections.describe(domainId, connectionId);
    const key = { domainId, connectionId };
    const [hook, events] = await Promise.all([findHook(db, key), listEvents(db, key)]);
    const now = clock.now();
    const knownHost = connection.app ?? knownHostKind(connection.host) ?? null;
    return {
      onPush: hook?.onPush ?? 'NOTHING',
      // For another repository or branch it has to be chosen again.
      toGit: hook?.toGitPlace === placeOfChoice(connection) ? hook.toGit : 'NEVER',
      reportTo: hook?.reportTo ?? null,
      knownHost,
      // Tokens of a GitHub App may not manage webhooks: each installation would have to allow it.
      webhookHost:
        connection.kind === 'key' || connection.app === 'GITHUB' ? null : (hook?.reportTo ?? knownHost),
      webhookUrl: hook?.token == null ? null : this.#urlOf(hook.token),
      receivedOn: hook?.receivedOn?.toISOString() ?? null,
      refusedOn: hook?.refusedOn?.toISOString() ?? null,
      events: events.map((event) => toConnectionEvent(event, now)),
    };
  }

  /** Sets the handling and reports of pushes, and the handling of changes made here. Undefined values stay unchanged. */
  async update(caller: Caller, connectionId: string, given: Choice): Promise<Automation> {
    const { db, connections } = this.#parts;
    const { domainId } = caller;
    const connection = await connections.describe(domainId, connectionId);
    await db.transaction().execute(async (transaction) => {
      const former = await lockHook(transaction, { domainId, connectionId });
      await this.#setOnPush(transaction, caller, connection, { former, given });
      await this.#setToGit(transaction, caller, connection, { former, given });
    });
    return this.get(caller, connectionId);
  }

  async #setOnPush(
    transaction: Store,
    caller: Caller,
    connection: DescribedConnection,
    { former, given }: { former: StoredHook | undefined; given: Choice },
  ): Promise<void> {
    if (given.onPush === undefined && given.reportTo === undefined) return;
    if (given.reportTo != null && connection.kind === 'key')
      throw new UnprocessableError(KEYS_REPORT_NOTHING);
    const { id, domainId, name } = connection;
    const before = { onPush: former?.onPush ?? 'NOTHING', reportTo: former?.reportTo ?? null };
    const { onPush = before.onPush, reportTo = before.reportTo } = given;
    if (reportTo === null && former?.toGit === 'REQUEST' && given.toGit === undefined)
      throw new UnprocessableError(HOST_IS_NEEDED);
    // A kept choice too is made again, for the repository and branch of now.
    refuseMissing(caller, neededToChoose(onPush));
    const chosenPlace = placeOfChoice(connection);
    const isSame = before.onPush === onPush && before.reportTo === reportTo;
    if (isSame && former?.chosenPlace === chosenPlace) return;
    await upsertHook(transaction, { domainId, connectionId: id }, { onPush, chosenPlace, reportTo });
    await this.#parts.audit.record(transaction, {
      caller,
      action: 'connection.set-on-push',
      message: `${name}: ${ON_PUSH_WORDS[onPush]}`,
      before: { id, ...before },
      after: { id, onPush, reportTo },
    });
  }

  /** Versions that the branch does not have are pushed at once. */
  async #setToGit(
    transaction: Store,
    caller: Caller,
    connection: DescribedConnection,
    {
      former,
      given: { toGit, reportTo = former?.reportTo },
    }: { former: StoredHook | undefined; given: Choice },
  ): Promise<void> {
    if (toGit === undefined) return;
    const { id, domainId, name } = connection;
    if (toGit !== 'NEVER') refuseMissing(caller, NEEDED_TO_GIT);
    if (toGit === 'REQUEST' && connection.kind === 'key') throw new UnprocessableError(KEYS_OPEN_NOTHING);
    if (toGit === 'REQUEST' && reportTo == null) throw new UnprocessableError(CHOOSE_HOST);
    const before = former?.toGit ?? 'NEVER';
    const toGitPlace = placeOfChoice(connection);
    if (before === toGit && former?.toGitPlace === toGitPlace) return;
    const key = { domainId, connectionId: id };
    await upsertHook(transaction, key, { toGit, toGitPlace });
    await updateOutgoing(transaction, key, { refusals: [], request: null });
    if (toGit !== 'NEVER') await sendSendChanges(this.#parts.jobs, key, { transaction });
    await this.#parts.audit.record(transaction, {
      caller,
      action: 'connection.set-to-git',
      message: `${name}: ${TO_GIT_WORDS[toGit]}`,
      before: { id, toGit: before },
      after: { id, toGit },
    });
  }

  /** Returns the secret, which is not shown again. The address stays the same. */
  async createSecret(caller: Caller, connectionId: string): Promise<HookAddress> {
    const { db, connections } = this.#parts;
    const { domainId } = caller;
    const { name } = await connections.describe(domainId, connectionId);
    return db.transaction().execute(async (transaction) => {
      const former = await lockOwnHook(transaction, { domainId, connectionId });
      return this.#createSecret(transaction, caller, { connectionId, name, former });
    });
  }

  /** Returns the secret for the API of the git host; makes the first one. */
  async openSecret(caller: Caller, connectionId: string): Promise<HookAddress> {
    const { db, secrets, connections } = this.#parts;
    const { domainId } = caller;
    const { name } = await connections.describe(domainId, connectionId);
    return db.transaction().execute(async (transaction) => {
      const former = await lockOwnHook(transaction, { domainId, connectionId });
      if (former.token === null || former.secret === null)
        return this.#createSecret(transaction, caller, { connectionId, name, former });
      return {
        url: this.#urlOf(former.token),
        secret: secrets.unseal(secretPlace(connectionId), former.secret),
      };
    });
  }

  async #createSecret(
    transaction: Store,
    caller: Caller,
    { connectionId, name, former }: { connectionId: string; name: string; former: StoredHook },
  ): Promise<HookAddress> {
    const { random, secrets, audit } = this.#parts;
    const { domainId } = caller;
    const token = former.token ?? random.token();
    const secret = random.bytes(SECRET_BYTES).toString('base64url');
    const sealed = await secrets.seal(transaction, secretPlace(connectionId), secret);
    await upsertHook(transaction, { domainId, connectionId }, { token, secret: sealed });
    await audit.record(transaction, {
      caller,
      action: 'connection.set-webhook-secret',
      message:
        former.secret === null ? `${name}: made a webhook` : `${name}: made a new secret for the webhook`,
      after: { id: connectionId },
    });
    return { url: this.#urlOf(token), secret };
  }

  /** A call of a git host: starts at most a look at the branch, one for all calls that wait. */
  async take(token: string, headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
    const { db, secrets, connections } = this.#parts;
    const hook = await findHookByToken(db, token);
    if (hook?.secret == null) throw noSuchHook();
    const secret = secrets.unseal(secretPlace(hook.connectionId), hook.secret);
    if (!isSigned(headers, body, secret)) {
      await this.#noteCalled(db, hook, 'refusedOn');
      // Answered like an unknown address, so that guessing tokens reveals nothing.
      throw noSuchHook();
    }
    const { defaultBranch } = await connections.describe(hook.domainId, hook.connectionId);
    const branch = defaultBranch ?? (await findState(db, hook))?.branch ?? null;
    await this.#note(hook, readHook(headers, body), branch);
  }

  async #note(hook: StoredHook, reports: readonly HookReport[], branch: string | null): Promise<void> {
    const { db, clock, random, jobs, pushes } = this.#parts;
    const { domainId, connectionId } = hook;
    const now = clock.now();
    const isPushed = reports.some(
      (report) => report.kind === 'push' && (branch === null || report.branch === branch),
    );
    await db.transaction().execute(async (transaction) => {
      await this.#noteCalled(transaction, hook, 'receivedOn');
      // Reported pushes have no message: the look notes the move of the branch.
      const messages = new Set(reports.flatMap((report) => aboutReport(report, branch, hook)));
      for (const message of messages)
        await insertEvent(transaction, { id: random.id(), domainId, connectionId, createdOn: now, message });
      for (const report of reports)
        if (report.kind === 'request' && hook.reportTo !== null && report.into === branch)
          await pushes.beginRequest(transaction, hook, report);
      if (isPushed) await sendLook(jobs, hook, transaction);
    });
  }

  async #noteCalled(db: Store, hook: StoredHook, column: 'receivedOn' | 'refusedOn'): Promise<void> {
    const now = this.#parts.clock.now();
    const since = new Date(now.getTime() - NOTED_EVERY_MS);
    const noted = hook[column];
    if (noted === null || noted < since) await updateHookCalled(db, hook, column, { now, since });
  }

  #urlOf(token: string): string {
    return `${this.#parts.publicUrl.get()}/hooks/git/${token}`;
  }
}

function toConnectionEvent(event: StoredEvent, now: Date): ConnectionEvent {
  const { id, createdOn, message, detail, commitSha, requestNumber, requestUrl } = event;
  const { step, outcome, pullId, runId, fork } = event;
  const isExpired = now.getTime() - createdOn.getTime() > PULL_LIFETIME_HOURS * 3_600_000;
  return {
    id,
    createdOn: createdOn.toISOString(),
    message,
    detail,
    commitSha,
    requestNumber,
    requestUrl,
    isOpen: step !== null,
    outcome,
    pullId: isExpired ? null : pullId,
    runId,
    fork,
    isTestable: fork !== null && step === null && outcome !== null && TESTABLE.includes(outcome),
  };
}

const secretPlace = (connectionId: string) => ({ column: hookSecretColumn.name, row: connectionId });

const ON_PUSH_WORDS: Record<OnPush, string> = {
  NOTHING: 'a push does nothing',
  PREPARE: 'a push is prepared as a pull',
  TEST: 'a push is prepared as a pull and tested',
  LIVE: 'a push goes live if it only adds to what is here and all tests pass',
};

const TO_GIT_WORDS: Record<ToGit, string> = {
  NEVER: 'a change made here is not pushed',
  REQUEST: 'a change made here is pushed to a branch with a merge request',
  DIRECT: 'a change made here is pushed',
};

function refuseMissing({ permissions }: Caller, needed: readonly Permission[]): void {
  for (const permission of needed)
    if (!permissions.includes(permission)) throw new ForbiddenError(missingPermission(permission));
}

/** Messages about a report that starts no work of its own. */
function aboutReport(report: HookReport, branch: string | null, { reportTo }: StoredHook): string[] {
  switch (report.kind) {
    case 'request': {
      const about = `Request ${report.number} into the branch "${report.into.slice(0, 100)}"`;
      if (report.into !== branch) return [`${about}: this connection is for "${branch ?? ''}".`];
      return reportTo === null ? [`${about}: results are reported to no git host, so it is not tested.`] : [];
    }
    case 'ping':
      return ['The git host has sent a ping: the webhook works.'];
    case 'tag':
      return ['A tag was pushed: nothing to do.'];
    case 'other':
      return [`The git host has sent the event "${report.event}": nothing to do.`];
    case 'push':
      if (branch !== null && report.branch !== branch)
        return [`A push to the branch "${report.branch.slice(0, 100)}": this connection is for "${branch}".`];
      return report.isDeleted ? [`The branch "${report.branch.slice(0, 100)}" was deleted.`] : [];
  }
}
