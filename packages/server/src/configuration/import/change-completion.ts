import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import { fromStoredOrigin } from '../../audit/stored-origin.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { GitComparison } from '../configuration-parts.ts';
import { findPullRecord, type PullWithFiles } from '../pull/pull.repository.ts';
import { updateOutcome } from '../submission/submission.repository.ts';
import { deleteOpenBackup, type OpenBackup, updateImportedVersion } from '../versions/backup.repository.ts';
import {
  deletePulledExchanges,
  type ExchangeOrigin,
  upsertExchange,
} from '../versions/exchange.repository.ts';
import { type ChangeFailure, logFailure } from './change-failure.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  events: Events;
  gitSync: Pick<GitComparison, 'noteChange'>;
}

/**
 * Notes, all in one transaction, that a service made the version that was asked for: the backup is complete, the log
 * reports it, the submission has its outcome, and the pull counts as exchanged. Does nothing if it was recorded before, so that the caller and the
 * clean-up after a dead process may both call it.
 */
export async function completeChange(
  parts: Parts,
  backup: OpenBackup,
  version: number,
  pull: PullWithFiles | undefined,
  remark = '',
): Promise<void> {
  const { db, audit, events, gitSync } = parts;
  const { domainId, serviceId, commitSha, files, undoneVersion, submissionId, version: before } = backup;
  await db.transaction().execute(async (transaction) => {
    if (!(await updateImportedVersion(transaction, backup.id, version))) return;
    await audit.record(transaction, {
      caller: callerOf(backup),
      action: backup.action,
      message: `${serviceId}: ${backup.message || 'no message'}${remark}`,
      before: { serviceId, version: before },
      after: { serviceId, version, commitSha, files },
    });
    if (pull !== undefined) {
      await recordExchange(parts, transaction, pull, {
        serviceId,
        version,
        userId: backup.userId,
        exchangedOn: backup.createdOn,
        leftOut: backup.leftOut,
        backupKey: backup.backupKey,
      });
    }
    if (undoneVersion !== null) {
      await deletePulledExchanges(transaction, { domainId, serviceId, from: undoneVersion, to: before });
    }
    if (submissionId !== null) {
      const outcome = { version, backupId: backup.id, error: null };
      await updateOutcome(transaction, { domainId, id: submissionId }, serviceId, outcome);
    }
    await gitSync.noteChange(transaction, { domainId, pulled: pull });
    await events.publish(domainId, 'configuration', { serviceId, version }, { transaction });
  });
}

/** Records that a service did not create the version: nothing changed, and the log says why. */
export async function failChange(parts: Parts, backup: OpenBackup, failure: ChangeFailure): Promise<void> {
  await parts.db.transaction().execute(async (transaction) => {
    if (await deleteOpenBackup(transaction, backup.id)) {
      await logFailure(parts, transaction, { ...backup, caller: callerOf(backup) }, failure);
    }
  });
}

/**
 * In a transaction: the pull was submitted, and is the base of the next merge with its branch. Files that were left out, or
 * could not be read, were not exchanged.
 */
export async function recordExchange(
  { clock, random }: Pick<Parts, 'clock' | 'random'>,
  transaction: Store,
  pull: PullWithFiles,
  {
    serviceId,
    version,
    userId,
    exchangedOn = clock.now(),
    leftOut = [],
    backupKey,
  }: ExchangeOrigin & { serviceId: string; version: number; userId: string; exchangedOn?: Date },
): Promise<void> {
  const service = pull.services.find((each) => each.serviceId === serviceId);
  // Contents are read in the background: what could not be was perhaps not known yet when the pull was loaded.
  const { unreadable } = (await findPullRecord(transaction, pull.domainId, pull.id, clock.now())) ?? pull;
  const exchange = {
    id: random.id(),
    domainId: pull.domainId,
    serviceId,
    gitUrl: pull.gitUrl,
    branch: pull.branch,
    commitSha: pull.commitSha,
    direction: 'PULL' as const,
    version: service?.localVersion ?? version,
    submittedVersion: version,
    exchangedOn,
    userId,
    checksums: Object.fromEntries((service?.files ?? []).map((file) => [filePathOf(file), file.checksum])),
  };
  const undecided = [...leftOut, ...Object.keys(unreadable[serviceId] ?? {})];
  await upsertExchange(transaction, exchange, { leftOut: undecided, backupKey });
}

/** The caller who requested the version of a backup. */
export function callerOf({ userId, domainId, ...origin }: OpenBackup) {
  return { userId, domainId, ...fromStoredOrigin(origin) };
}
