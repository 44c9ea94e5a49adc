import { MOVED_MESSAGE } from '@atrium/contract/configuration/messages';
import { importConfiguration } from '@atrium/contract/service-api/import';
import type { z } from 'zod';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { AppError, ConflictError } from '../http/errors.ts';
import { deleteBackup, insertBackup, updateImportedVersion } from './backup.repository.ts';
import type { ConfigurationParts } from './configuration.ts';
import { listMovedPaths, readMetadata } from './live-configuration.ts';

export type ImportFolders = z.input<typeof importConfiguration.body>['folders'];

/** One change of one service's live configuration. */
export interface Submission {
  serviceId: string;
  baseVersion: number;
  folders: ImportFolders;
  message: string;
  commitSha: string | null;
  backupKey: string | undefined;
  /** Name of the log entry: `configuration.import`, `configuration.restore`. */
  action: string;
}

export interface Submitted {
  version: number;
  /** Null when nothing had to change. */
  backupId: string | null;
}

export interface Submitting {
  /** Throws ConflictError, as `submit` does, before any work was put into the files. */
  refuseIfMoved(
    caller: Caller,
    base: Pick<Submission, 'serviceId' | 'baseVersion' | 'folders'>,
  ): Promise<void>;
  /**
   * Backs up, imports all or nothing, and logs. `also` is written in the same transaction as the log entry.
   * Throws ConflictError with the names of files when the live configuration moved.
   */
  submit(
    caller: Caller,
    submission: Submission,
    also?: (store: Store, version: number) => Promise<void>,
  ): Promise<Submitted>;
}

const IMPORT_TIMEOUT_MS = 120_000;

export function createSubmitting(parts: ConfigurationParts): Submitting {
  const { db, clock, random, audit, services, events } = parts;

  async function refuseIfMoved(
    caller: Caller,
    { serviceId, baseVersion, folders }: Pick<Submission, 'serviceId' | 'baseVersion' | 'folders'>,
  ): Promise<void> {
    const client = services.client(caller);
    const { version } = await readMetadata(client, serviceId);
    if (version === baseVersion) return;
    // A version that never was: of another domain, or made up.
    if (version < baseVersion) throw new ConflictError(MOVED_MESSAGE, { version, moved: [] });
    const paths = new Set(folders.flatMap(({ name, files }) => files.map((file) => `${name}/${file.name}`)));
    const moved = (await listMovedPaths(client, serviceId, baseVersion, version)).filter((path) =>
      paths.has(path),
    );
    throw new ConflictError(MOVED_MESSAGE, { version, moved });
  }

  async function log(store: Store, caller: Caller, submission: Submission, version: number): Promise<void> {
    const { serviceId, baseVersion, message, commitSha, action, folders } = submission;
    await audit.record(store, {
      caller,
      action,
      message: `${serviceId}: ${message}`,
      before: { serviceId, version: baseVersion },
      after: { serviceId, version, commitSha, files: actionsOf(folders) },
    });
  }

  return {
    refuseIfMoved,

    async submit(caller, submission, also) {
      const { serviceId, baseVersion, folders, message, commitSha } = submission;
      await refuseIfMoved(caller, submission);
      const changed = folders.some(({ files }) => files.some(({ action }) => action !== 'local'));
      if (!changed) {
        await db.transaction().execute(async (store) => also?.(store, baseVersion));
        return { version: baseVersion, backupId: null };
      }
      const backupId = random.id();
      await insertBackup(db, {
        id: backupId,
        domainId: caller.domainId,
        serviceId,
        backupKey: submission.backupKey ?? backupId,
        version: baseVersion,
        importedVersion: null,
        userId: caller.userId,
        createdOn: clock.now(),
        message,
        commitSha,
      });
      let version: number;
      try {
        const client = services.client(caller);
        ({ version } = await client.call(
          serviceId,
          importConfiguration,
          { body: { baseVersion, message: message.slice(0, 2000), commitSha, folders } },
          { timeoutMs: IMPORT_TIMEOUT_MS },
        ));
      } catch (error) {
        if (!isUncertain(error)) await deleteBackup(db, backupId);
        await logFailure(parts, caller, submission, error);
        // Somebody was faster, after the check above.
        if (error instanceof AppError && error.kind === 'conflict') await refuseIfMoved(caller, submission);
        throw error;
      }
      const isSame = version === baseVersion;
      await db.transaction().execute(async (store) => {
        if (isSame) await deleteBackup(store, backupId);
        else {
          await updateImportedVersion(store, backupId, version);
          await log(store, caller, submission, version);
        }
        await also?.(store, version);
        await events.publish(caller.domainId, 'configuration', { serviceId, version }, { store });
      });
      return { version, backupId: isSame ? null : backupId };
    },
  };
}

/** Whether the service may have made the change all the same; the backup is then settled when it is next listed. */
function isUncertain(error: unknown): boolean {
  return !(error instanceof AppError) || error.kind === 'unavailable';
}

async function logFailure(
  { db, audit }: ConfigurationParts,
  caller: Caller,
  { serviceId, message, action, baseVersion }: Submission,
  error: unknown,
): Promise<void> {
  const reason = error instanceof AppError ? error.message : 'unexpected error';
  await audit.record(db, {
    caller,
    action: `${action}-failed`,
    message: `${serviceId}: ${message}: ${reason}`,
    before: { serviceId, version: baseVersion },
    stackTrace: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}

const MAX_LOGGED_FILES = 200;

/** `orders/created.js: remote`; the first ones of many. */
function actionsOf(folders: ImportFolders): string[] {
  const all = folders.flatMap(({ name, files }) =>
    files.filter(({ action }) => action !== 'local').map((file) => `${name}/${file.name}: ${file.action}`),
  );
  if (all.length <= MAX_LOGGED_FILES) return all;
  return [...all.slice(0, MAX_LOGGED_FILES), `and ${all.length - MAX_LOGGED_FILES} more`];
}
