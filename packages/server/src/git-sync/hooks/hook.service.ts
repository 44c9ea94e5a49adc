import type { IncomingHttpHeaders } from 'node:http';
import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import type {
  Automation,
  ConnectionEvent,
  GitHostKind,
  OnPush,
} from '@atrium/contract/connections/automation';
import { missingPermission } from '@atrium/contract/permissions';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Connections } from '../../connections/connection.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { PublicUrl } from '../../http/public-url.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { knownHostKind } from '../../providers/git-hosts/git-host-dialects.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { sendLook } from '../git-sync.job.ts';
import { neededToChoose, placeOfChoice } from '../push-choice.ts';
import { insertEvent, listEvents, type StoredEvent, TESTABLE } from '../pushes/event.repository.ts';
import type { Pushes } from '../pushes/push.service.ts';
import { findState } from '../state/state.repository.ts';
import {
  findHook,
  findHookByToken,
  hookSecretColumn,
  type StoredHook,
  updateHookCalled,
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

const SECRET_BYTES = 32;
/** Calls are noted at most this often, so that many cause few writes. */
const NOTED_EVERY_MS = 1000;

const KEYS_REPORT_NOTHING =
  'A deploy key cannot report to the git host. Connect the repository with an access token, or report to none.';

const noSuchHook = () => new NotFoundError('There is no such webhook.');

/** Webhooks of connections, and the choice of how pushes are handled. */
export class ConnectionHooks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get({ domainId }: Pick<Caller, 'domainId'>, connectionId: string): Promise<Automation> {
    const { db, clock, connections } = this.#parts;
    const { host } = await connections.describe(domainId, connectionId);
    const key = { domainId, connectionId };
    const [hook, events] = await Promise.all([findHook(db, key), listEvents(db, key)]);
    const now = clock.now();
    return {
      onPush: hook?.onPush ?? 'NOTHING',
      reportTo: hook?.reportTo ?? null,
      knownHost: knownHostKind(host) ?? null,
      webhookUrl: hook?.token == null ? null : this.#urlOf(hook.token),
      receivedOn: hook?.receivedOn?.toISOString() ?? null,
      refusedOn: hook?.refusedOn?.toISOString() ?? null,
      events: events.map((event) => toConnectionEvent(event, now)),
    };
  }

  /** Sets how pushes are handled and reported. An undefined value stays as it is. */
  async update(
    caller: Caller,
    connectionId: string,
    given: { onPush?: OnPush | undefined; reportTo?: GitHostKind | null | undefined },
  ): Promise<Automation> {
    const { db, audit, connections } = this.#parts;
    const { domainId, permissions } = caller;
    const connection = await connections.describe(domainId, connectionId);
    const chosenPlace = placeOfChoice(connection);
    if (given.reportTo != null && connection.kind === 'key')
      throw new UnprocessableError(KEYS_REPORT_NOTHING);
    const key = { domainId, connectionId };
    await db.transaction().execute(async (transaction) => {
      const former = await findHook(transaction, key);
      const before = { onPush: former?.onPush ?? 'NOTHING', reportTo: former?.reportTo ?? null };
      const { onPush = before.onPush, reportTo = before.reportTo } = given;
      // A kept choice too is made again, for the repository and branch of now.
      for (const permission of neededToChoose(onPush))
        if (!permissions.includes(permission)) throw new ForbiddenError(missingPermission(permission));
      const isSame = before.onPush === onPush && before.reportTo === reportTo;
      if (isSame && former?.chosenPlace === chosenPlace) return;
      await upsertHook(transaction, key, { onPush, chosenPlace, reportTo });
      await audit.record(transaction, {
        caller,
        action: 'connection.set-on-push',
        message: `${connection.name}: ${ON_PUSH_WORDS[onPush]}`,
        before: { id: connectionId, ...before },
        after: { id: connectionId, onPush, reportTo },
      });
    });
    return this.get(caller, connectionId);
  }

  /** Returns the secret, which is not shown again. The address stays the same. */
  async createSecret(caller: Caller, connectionId: string): Promise<{ url: string; secret: string }> {
    const { db, random, secrets, audit, connections } = this.#parts;
    const { domainId } = caller;
    const { name } = await connections.describe(domainId, connectionId);
    const key = { domainId, connectionId };
    const secret = random.bytes(SECRET_BYTES).toString('base64url');
    const token = await db.transaction().execute(async (transaction) => {
      const before = await findHook(transaction, key);
      const kept = before?.token ?? random.token();
      const sealed = await secrets.seal(transaction, secretPlace(connectionId), secret);
      await upsertHook(transaction, key, { token: kept, secret: sealed });
      await audit.record(transaction, {
        caller,
        action: 'connection.set-webhook-secret',
        message:
          before?.secret == null ? `${name}: made a webhook` : `${name}: made a new secret for the webhook`,
        after: { id: connectionId },
      });
      return kept;
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
  const { id, createdOn, message, detail, commitSha, requestNumber, step, outcome, pullId, runId, fork } =
    event;
  const isExpired = now.getTime() - createdOn.getTime() > PULL_LIFETIME_HOURS * 3_600_000;
  return {
    id,
    createdOn: createdOn.toISOString(),
    message,
    detail,
    commitSha,
    requestNumber,
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
