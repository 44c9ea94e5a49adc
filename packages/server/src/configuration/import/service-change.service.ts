import { toFolders } from '@atrium/contract/configuration/file-ref';
import { MOVED_MESSAGE } from '@atrium/contract/configuration/messages';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { restoreVersion } from '@atrium/contract/service-api/versions/versions';
import { AppError, ConflictError } from '@atrium/host/errors';
import { toStoredOrigin } from '../../audit/stored-origin.ts';
import type { Caller } from '../../http/caller.ts';
import type { Coverage } from '../candidate/coverage.service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { listMovedPaths, readMetadata } from '../live-configuration.ts';
import { type SubmissionAttempt, updateOutcome } from '../submission/submission.repository.ts';
import { SupersededError } from '../undecided-error.ts';
import { deleteOpenBackup, insertBackup, type OpenBackup } from '../versions/backup.repository.ts';
import { callerOf, completeChange, failChange, recordExchange } from './change-completion.ts';
import { failureOf, isUncertain, logFailure } from './change-failure.ts';
import type { ChangeBase, FileChange, ServiceChange, Submitted } from './service-change.ts';

const IMPORT_TIMEOUT_MS = 120_000;

export const ONE_SERVICE_MESSAGE = 'If-Match names a version of one service: please name the service.';

/** Parts of `ServiceChanges`. */
export interface ServiceChangesParts
  extends Pick<ConfigurationParts, 'db' | 'clock' | 'random' | 'audit' | 'services' | 'events' | 'gitSync'> {
  /** Decides whether a change may become live; throws if not. */
  coverage: Pick<Coverage, 'ensure'>;
}

export class ServiceChanges {
  readonly #parts: ServiceChangesParts;

  constructor(parts: ServiceChangesParts) {
    this.#parts = parts;
  }

  /**
   * The live files, for a change to be made on them. Throws ConflictError, with the names of files that changed, if the
   * change was meant for another version.
   */
  async readBase(
    caller: Caller,
    { serviceId, baseVersion, ifMatch, paths }: ChangeBase,
    signal?: AbortSignal,
  ): Promise<ExportedMetadata> {
    const client = this.#parts.services.getClient(caller);
    const live = await readMetadata(client, serviceId, signal && { signal });
    const { version } = live;
    const base = baseVersion ?? version;
    if (version === base && (ifMatch?.includes(version) ?? true)) return live;
    // A version that never was: of another domain, or made up.
    if (version <= base) throw new ConflictError(MOVED_MESSAGE, { version, moved: [] });
    const moved = await listMovedPaths(client, serviceId, base, version);
    throw new ConflictError(MOVED_MESSAGE, {
      version,
      moved: moved.filter((path) => paths?.has(path) ?? true),
    });
  }

  /**
   * Backs up, imports all or nothing, and logs. The service itself refuses a change of another version than its live
   * one: ConflictError then, as `readBase` throws it. `onWrite` is called before the service is asked to change anything.
   * Throws SupersededError, with nothing written, if another process has taken the submission over.
   */
  async submit(
    caller: Caller,
    change: ServiceChange,
    attempt: SubmissionAttempt,
    onWrite?: () => void,
  ): Promise<Submitted> {
    const { db, clock, random } = this.#parts;
    const { changes, serviceId, baseVersion } = change;
    if (!changes.some(({ action }) => action !== 'local')) {
      return this.#recordUnchanged(caller, change, attempt);
    }
    await this.#ensureCovered(caller, change);
    const submissionId = change.isReturn ? null : attempt.id;
    const backup = openBackup(caller, change, { id: random.id(), createdOn: clock.now(), submissionId });
    if (!(await insertBackup(db, attempt, backup))) throw new SupersededError();
    let version: number;
    onWrite?.();
    try {
      version = await this.#write(caller, change, backup.id);
    } catch (error) {
      await noteFailure(this.#parts, backup, error);
      // Someone was faster, after the base was read.
      const isMoved = error instanceof AppError && error.kind === 'conflict';
      if (isMoved)
        await this.readBase(caller, { serviceId, baseVersion, paths: new Set(changes.map(filePathOf)) });
      throw error;
    }
    if (version === baseVersion) {
      await deleteOpenBackup(db, backup.id);
      return this.#recordUnchanged(caller, change, attempt);
    }
    await completeChange(this.#parts, backup, version, change.pull);
    return { version, backupId: backup.id };
  }

  async #ensureCovered(caller: Caller, change: ServiceChange): Promise<void> {
    if (change.isReturn) return;
    const { db, coverage } = this.#parts;
    await coverage.ensure(caller, change).catch(async (error: unknown) => {
      const { action, serviceId, baseVersion: version, message } = change;
      await logFailure(this.#parts, db, { caller, action, serviceId, version, message }, failureOf(error));
      throw error;
    });
  }

  async #write(caller: Caller, change: ServiceChange, attemptId: string): Promise<number> {
    const { serviceId, baseVersion, changes, commitSha, restoredVersion } = change;
    const client = this.#parts.services.getClient(caller);
    const message = change.message.slice(0, 2000);
    const options = { timeoutMs: IMPORT_TIMEOUT_MS };
    if (restoredVersion !== undefined) {
      const input = { params: { version: restoredVersion }, body: { baseVersion, message, attemptId } };
      return (await client.call(serviceId, restoreVersion, input, options)).version;
    }
    const folders = toFolders(changes, ({ name, action, content }) => ({ name, action, content }));
    const body = { baseVersion, message, commitSha, folders, attemptId };
    return (await client.call(serviceId, importConfiguration, { body }, options)).version;
  }

  /** Nothing became live; the pull still counts as exchanged. */
  async #recordUnchanged(
    { userId, domainId }: Caller,
    change: ServiceChange,
    attempt: SubmissionAttempt,
  ): Promise<Submitted> {
    const { db, gitSync } = this.#parts;
    const { pull, serviceId, baseVersion: version, leftOut, backupKey } = change;
    const unchanged = { version, backupId: null };
    await db.transaction().execute(async (transaction) => {
      if (pull !== undefined)
        await recordExchange(this.#parts, transaction, pull, {
          serviceId,
          version,
          userId,
          leftOut: leftOut ?? [],
          backupKey,
        });
      await gitSync.noteChange(transaction, { domainId, pulled: pull });
      if (!change.isReturn)
        await updateOutcome(transaction, attempt, serviceId, { ...unchanged, error: null });
    });
    return unchanged;
  }
}

function openBackup(
  caller: Caller,
  change: ServiceChange,
  { id, createdOn, submissionId }: Pick<OpenBackup, 'id' | 'createdOn' | 'submissionId'>,
): OpenBackup {
  const { serviceId, baseVersion, changes, message, commitSha, backupKey, action, pull } = change;
  return {
    id,
    createdOn,
    domainId: caller.domainId,
    userId: caller.userId,
    ...toStoredOrigin(caller),
    serviceId,
    message,
    commitSha,
    action,
    backupKey: backupKey ?? id,
    version: baseVersion,
    importedVersion: null,
    pullId: pull?.id ?? null,
    files: actionsOf(changes),
    leftOut: change.leftOut ?? [],
    undoneVersion: change.undoneVersion ?? null,
    submissionId,
  };
}

/**
 * If the service may have made the change nevertheless, the backup stays open: the outcome is checked and recorded later.
 */
async function noteFailure(parts: ServiceChangesParts, backup: OpenBackup, error: unknown): Promise<void> {
  const failure = failureOf(error);
  if (!isUncertain(error)) return failChange(parts, backup, failure);
  const reason = `${failure.reason} ${OUTCOME_FOLLOWS}`;
  return logFailure(parts, parts.db, { ...backup, caller: callerOf(backup) }, { ...failure, reason });
}

const OUTCOME_FOLLOWS =
  'It is not known whether the service accepted it. The platform checks this and logs the result within minutes.';
const MAX_LOGGED_FILES = 200;

/** `orders/created.js: remote`; the first ones of many. */
const actionsOf = (changes: readonly FileChange[]): string[] =>
  firstFiles(
    changes
      .filter(({ action }) => action !== 'local')
      .map((change) => `${filePathOf(change)}: ${change.action}`),
  );

/** The files that a log entry names. */
export function firstFiles(all: readonly string[]): string[] {
  if (all.length <= MAX_LOGGED_FILES) return [...all];
  return [...all.slice(0, MAX_LOGGED_FILES), `and ${all.length - MAX_LOGGED_FILES} more`];
}
