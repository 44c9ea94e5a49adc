import { withdrawImport } from '@atrium/contract/service-api/versions/import';
import { getVersion } from '@atrium/contract/service-api/versions/versions';
import { AppError, UnavailableError } from '@atrium/host/errors';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { findPull } from '../pull/pull.repository.ts';
import { isCurrentAttempt, type SubmissionAttempt } from '../submission/submission.repository.ts';
import { SupersededError } from '../undecided-error.ts';
import { hasImportOf, listOpenBackups, type OpenBackup } from '../versions/backup.repository.ts';
import { completeChange, failChange } from './change-completion.ts';

/** Younger ones are most likely just being worked on. */
const CHECKED_AFTER_MS = 15_000;
/** A service without `withdrawImport` that has not created the version by now will not create it any more. */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
const MADE_REMARK = ' (noted later: the process that asked for it was interrupted)';
const NOT_MADE_REASON = 'The import was interrupted before the service took it. Nothing was changed.';

interface SettleOptions {
  /** Shorter timeout of calls to a service. */
  timeoutMs?: number;
  /** Another process has taken over, so the import is withdrawn. */
  isTakenOver?: boolean;
}

/** Changes whose process died, or lost the service, between asking for a version and noting it. */
export class InterruptedChanges {
  readonly #parts: ConfigurationParts;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
  }

  /** Asks the services what became of them, and notes it; of one domain, or of all. */
  async settle(domainId?: string, options: Pick<SettleOptions, 'timeoutMs'> = {}): Promise<void> {
    const { db, clock, log } = this.#parts;
    const before = new Date(clock.now().getTime() - CHECKED_AFTER_MS);
    // A service that is down answers another time; the others need not wait for it once for each import.
    const silent = new Set<string>();
    for (const backup of await listOpenBackups(db, before, domainId)) {
      if (silent.has(backup.serviceId)) continue;
      try {
        await this.#settleOne(backup, options);
      } catch (error) {
        if (error instanceof UnavailableError) silent.add(backup.serviceId);
        log.warn({ err: error, backupId: backup.id }, 'an import that was cut off could not be settled');
      }
    }
  }

  /**
   * Settles the imports that earlier attempts at a submission left open, of one key, or of one service of it. Throws
   * SupersededError, with nothing changed, if a later attempt has taken the submission over.
   */
  async settleKey(attempt: SubmissionAttempt, backupKey: string, serviceId?: string): Promise<void> {
    const { db, clock } = this.#parts;
    const open = await listOpenBackups(db, new Date(clock.now().getTime() + 1), attempt.domainId);
    const left = open.filter(
      (backup) =>
        // Imports of a return have none, and a key of their own.
        (backup.submissionId ?? attempt.id) === attempt.id &&
        backup.backupKey === backupKey &&
        (serviceId === undefined || backup.serviceId === serviceId),
    );
    // Checked after the list, so that the imports in it are not those of a later attempt.
    if (left.length > 0 && !(await isCurrentAttempt(db, attempt))) throw new SupersededError();
    for (const backup of left) await this.#settleOne(backup, { isTakenOver: true });
  }

  /** True, false, or undefined while no one can know. */
  async #wasMade(
    backup: OpenBackup,
    { isTakenOver = false, ...patience }: SettleOptions,
  ): Promise<boolean | undefined> {
    const { db, clock, services } = this.#parts;
    const { domainId, serviceId } = backup;
    const version = backup.version + 1;
    const caller = toAbsentCaller(backup, ['configuration.read', 'configuration.write']);
    const client = services.getClient(caller);
    const isLate = clock.now().getTime() - backup.createdOn.getTime() > GIVEN_UP_AFTER_MS;
    // From then on the service refuses it, however late the process that asked for it wakes up.
    const isWithdrawn =
      (isTakenOver || isLate) &&
      (await client
        .call(backup.serviceId, withdrawImport, { body: { attemptId: backup.id } }, patience)
        .then(() => true, noneIfMissing));
    try {
      const made = await client.call(backup.serviceId, getVersion, { params: { version } }, patience);
      // An import is made on exactly one version, so the next version is this import or prevents it.
      const isAlike = made.author === backup.userId && made.message === backup.message.slice(0, 2000);
      return isAlike && !(await hasImportOf(db, { domainId, serviceId, version }));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'notFound') throw error;
      return isWithdrawn || isLate ? false : undefined;
    }
  }

  async #settleOne(backup: OpenBackup, options: SettleOptions): Promise<void> {
    const { db, clock } = this.#parts;
    const isMade = await this.#wasMade(backup, options);
    if (isMade === undefined) return;
    if (!isMade) {
      await failChange(this.#parts, backup, { reason: NOT_MADE_REASON, stackTrace: NOT_MADE_REASON });
      return;
    }
    const { domainId, pullId } = backup;
    const pull = pullId === null ? undefined : await findPull(db, domainId, pullId, clock.now());
    await completeChange(this.#parts, backup, backup.version + 1, pull, MADE_REMARK);
  }
}

/** A service need not have `withdrawImport`. */
function noneIfMissing(error: unknown): false {
  if (error instanceof AppError && error.kind === 'notFound') return false;
  throw error;
}
