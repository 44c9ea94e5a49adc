import { getVersion } from '@atrium/contract/service-api/versions';
import type { Caller } from '../http/caller.ts';
import { AppError } from '../http/errors.ts';
import { hasImportOf, listOpenBackups, type OpenBackup } from './backup.repository.ts';
import type { ConfigurationParts } from './configuration.ts';
import { findPull } from './pull.repository.ts';
import { completeSubmission, failSubmission } from './submit-completion.ts';

/** Imports whose process died, or lost the service, between asking for a version and noting it. */
export interface CutOffImports {
  /** Asks the services what became of them, and notes it; of one domain, or of all. */
  settle(domainId?: string): Promise<void>;
}

/** Younger ones are most likely just being worked on. */
const LOOKED_AT_AFTER_MS = 15_000;
/** A service that has not made the version by now will not make it any more. */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
const MADE_REMARK = ' (noted later: the process that asked for it was interrupted)';
const NOT_MADE_REASON = 'The import was interrupted before the service took it. Nothing was changed.';

export function createCutOffImports(parts: ConfigurationParts): CutOffImports {
  const { db, clock, services, log } = parts;

  /** True, false, or undefined while nobody can know. */
  async function wasMade(backup: OpenBackup): Promise<boolean | undefined> {
    const version = backup.version + 1;
    try {
      const made = await services
        .client(importerOf(backup))
        .call(backup.serviceId, getVersion, { params: { version } });
      // An import is made on exactly one version, so the next one is this import or keeps it from being made.
      const isAlike = made.author === backup.userId && made.message === backup.message.slice(0, 2000);
      return isAlike && !(await hasImportOf(db, { ...backup, version }));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'notFound') throw error;
      const age = clock.now().getTime() - backup.createdOn.getTime();
      return age > GIVEN_UP_AFTER_MS ? false : undefined;
    }
  }

  async function settleOne(backup: OpenBackup): Promise<void> {
    const isMade = await wasMade(backup);
    if (isMade === undefined) return;
    if (!isMade) {
      await failSubmission(parts, backup, { reason: NOT_MADE_REASON, stackTrace: NOT_MADE_REASON });
      return;
    }
    const { domainId, pullId } = backup;
    const pull = pullId === null ? undefined : await findPull(db, domainId, pullId, clock.now());
    await completeSubmission(parts, backup, backup.version + 1, pull ? { pull } : {}, MADE_REMARK);
  }

  return {
    async settle(domainId) {
      const before = new Date(clock.now().getTime() - LOOKED_AT_AFTER_MS);
      for (const backup of await listOpenBackups(db, before, domainId)) {
        try {
          await settleOne(backup);
        } catch (error) {
          // A service that is down answers another time.
          log.warn({ err: error, backupId: backup.id }, 'an import that was cut off could not be settled');
        }
      }
    },
  };
}

/** On behalf of whom the version was asked for. */
function importerOf({ userId, domainId }: OpenBackup): Caller {
  return { userId, domainId, parentId: null, isAdmin: false, roles: [], sessionId: null };
}
