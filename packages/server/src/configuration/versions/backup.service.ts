import type { findTwo, listBackupItems } from '@atrium/contract/configuration/backup-items';
import type { Backup, listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import type { ImportedService } from '@atrium/contract/configuration/import';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { toPagedResult } from '@atrium/contract/paging';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ConfigurationItem } from '@atrium/contract/service-api/files/configuration-item';
import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { filesToBody } from '@atrium/contract/service-api/files/item-files';
import type { ExportedFile, ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { AppError, NotFoundError, UnprocessableError, ValidationError } from '@atrium/host/errors';
import type { People } from '../../accounts/people/people.service.ts';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { BRIEF_TIMEOUT_MS } from '../../services/service-client.ts';
import { aboutService } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { InterruptedChanges } from '../import/interrupted-change.service.ts';
import { ONE_SERVICE_MESSAGE, type ServiceChanges } from '../import/service-change.service.ts';
import type { ChangeBase, ServiceChange, Submitted } from '../import/service-change.ts';
import { changeService, outcomeOfService } from '../import/service-outcome.ts';
import { checksumsOf, readMetadata, readSources } from '../live-configuration.ts';
import type { ChangeHandle } from '../operations.service.ts';
import { submittedServices } from '../return/submitted-services.ts';
import { failureOfServices } from '../services-failure.ts';
import {
  type BackupRecord,
  findBackup,
  findLastBackup,
  listBackupsOfKey,
  listBackups as listRecords,
  listUndoneVersions,
  listUndosOfKey,
} from './backup.repository.ts';
import { changesBack, compareItems, contentOf, withContents } from './changes-back.ts';

type Restore = EndpointInput<typeof restoreBackup>['body'];
type Restored = EndpointResponse<typeof restoreBackup>;

interface Parts extends ConfigurationParts {
  people: People;
  serviceChanges: ServiceChanges;
  interruptedChanges: InterruptedChanges;
}

/** The states before each import: to view, compare and restore. */
export class Backups {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Files by path as they were when imports were undone, one for each undo that made a version after one. */
  async listUndone(
    caller: Caller,
    { serviceId, after }: { serviceId: string; after: number },
  ): Promise<ReadonlyMap<string, string>[]> {
    const { db, services } = this.#parts;
    const versions = await listUndoneVersions(db, { domainId: caller.domainId, serviceId, after });
    const client = services.getClient(caller);
    return Promise.all(
      versions.map(async (version) => {
        try {
          return checksumsOf(await readMetadata(client, serviceId, { version }));
        } catch (error) {
          // The service has deleted the version.
          if (error instanceof AppError && error.kind === 'notFound') return new Map();
          throw error;
        }
      }),
    );
  }

  /** The last change before a time that made a version, with the username of its author. */
  async findLast(
    domainId: string,
    what: { before: Date; serviceId: string | undefined },
  ): Promise<
    { serviceId: string; version: number; message: string; author: string; submittedOn: Date } | undefined
  > {
    const { db, people } = this.#parts;
    const found = await findLastBackup(db, domainId, what);
    if (found === undefined) return undefined;
    const { serviceId, importedVersion, message, userId, createdOn: submittedOn } = found;
    const author = (await people.listNames([userId])).get(userId) ?? '';
    return { serviceId, version: importedVersion ?? 0, message: message ?? '', author, submittedOn };
  }

  async list(
    caller: Caller,
    { page, size, serviceId }: EndpointInput<typeof listBackups>['body'],
  ): Promise<EndpointResponse<typeof listBackups>> {
    const { db, services, people, interruptedChanges } = this.#parts;
    await interruptedChanges.settle(caller.domainId, { timeoutMs: BRIEF_TIMEOUT_MS });
    const { backups, total } = await listRecords(db, caller.domainId, { page, size, serviceId });
    const [names, listed] = await Promise.all([
      people.listNames(backups.map(({ userId }) => userId)),
      services.listRegistered(),
    ]);
    const serviceNames = new Map(listed.map(({ id, name }) => [id, name]));
    const content = backups.map(
      (backup): Backup => ({
        id: backup.id,
        serviceId: backup.serviceId,
        serviceName: serviceNames.get(backup.serviceId) ?? backup.serviceId,
        version: backup.version,
        importedVersion: backup.importedVersion ?? backup.version,
        createdOn: backup.createdOn.toISOString(),
        user: names.get(backup.userId) ?? '',
        message: backup.message,
        commitSha: backup.commitSha,
        backupKey: backup.backupKey,
      }),
    );
    return toPagedResult(content, total, { page, size });
  }

  async listItems(caller: Caller, id: string): Promise<EndpointResponse<typeof listBackupItems>['items']> {
    const { serviceId, version, importedVersion } = await this.#get(caller, id);
    const client = this.#parts.services.getClient(caller);
    const [before, after] = await Promise.all([
      readMetadata(client, serviceId, { version }),
      readMetadata(client, serviceId, { version: importedVersion }),
    ]);
    return compareItems(filesOf(before), filesOf(after));
  }

  async findTwo(
    caller: Caller,
    { backupId, collectionName, objectName }: EndpointInput<typeof findTwo>['body'],
  ): Promise<EndpointResponse<typeof findTwo>> {
    const { serviceId, version, importedVersion } = await this.#get(caller, backupId);
    const isMeant = matcher(collectionName, objectName);
    const read = async (at: number): Promise<ConfigurationItem | null> => {
      const client = this.#parts.services.getClient(caller);
      const files = filesOf(await readMetadata(client, serviceId, { version: at })).filter(isMeant);
      if (files.length === 0) return null;
      refuseSeveral({ objectName }, files);
      const sources = await readSources(client, serviceId, files, { version: at });
      const body = filesToBody(
        files.map(({ folderPath, name, filePath }) => {
          return { folderPath, name, content: contentOf(sources, filePath, at) };
        }),
      );
      return Object.values(body)[0]?.[0] ?? null;
    };
    const [before, after] = await Promise.all([read(version), read(importedVersion)]);
    if (before === null && after === null) throw new NotFoundError();
    return { before, after };
  }

  /** While one of the versions `ifMatch` is live, where some are named. */
  async restore(
    caller: Caller,
    id: string,
    what: Restore,
    { ifMatch, signal }: Pick<ChangeBase, 'ifMatch'> & { signal: AbortSignal },
  ): Promise<Restored> {
    const { db, operations } = this.#parts;
    const backup = await this.#get(caller, id);
    const wantsOne = what.serviceId !== undefined || what.objectName !== undefined;
    const all = wantsOne ? [backup] : await listBackupsOfKey(db, caller.domainId, backup.backupKey);
    const group = firstOfEachService(
      what.serviceId === undefined ? all : await ofService(db, caller, backup, what.serviceId),
    );
    if (ifMatch !== undefined && group.length > 1) throw new ValidationError(ONE_SERVICE_MESSAGE);
    const options = {
      id: what.progress,
      signal,
      about: () => this.#describe(backup, group, what),
      failureOf: ({ services }: Restored) => failureOfServices(services, 'restored'),
      outcomeOf,
    };
    return operations.change(caller, 'RETURN', options, async (work) => {
      const backupKey = this.#parts.random.id();
      const services = await this.#restoreEach(group, work, (each, onWrite) =>
        this.#restoreOne(caller, each, what, { backupKey, ifMatch, work, onWrite }),
      );
      const own = services.find(({ serviceId }) => serviceId === backup.serviceId) ?? services[0];
      return { version: own?.version, services };
    });
  }

  #describe({ serviceId, version }: BackupRecord, group: readonly unknown[], what: Restore): Promise<string> {
    const others = group.length > 1 ? `, and ${group.length - 1} more imported with it` : '';
    const item = what.objectName === undefined ? '' : `${what.objectName} of `;
    return aboutService(this.#parts.services, serviceId, `${item}version ${version}${others}`);
  }

  async #get(caller: Caller, id: string): Promise<BackupRecord & { importedVersion: number }> {
    const backup = await findBackup(this.#parts.db, caller.domainId, id);
    if (backup?.importedVersion === null || backup === undefined) throw new NotFoundError();
    return { ...backup, importedVersion: backup.importedVersion };
  }

  /** A failure of the only service is thrown; one of several does not stop the others. */
  async #restoreEach(
    group: readonly BackupRecord[],
    work: ChangeHandle,
    restore: (backup: BackupRecord, onWrite?: () => void) => Promise<Submitted>,
  ): Promise<ImportedService[]> {
    const isAlone = group.length === 1;
    const restored: ImportedService[] = [];
    for (const each of group) {
      const { serviceId } = each;
      work.onProgress('WRITE', restored.length, isAlone ? null : group.length);
      restored.push(
        isAlone
          ? await changeService(this.#parts, serviceId, () => restore(each))
          : await outcomeOfService(this.#parts, serviceId, work.signal, (onWrite) => restore(each, onWrite)),
      );
    }
    return restored;
  }

  async #restoreOne(
    caller: Caller,
    backup: BackupRecord,
    what: Restore,
    {
      backupKey,
      ifMatch,
      work,
      onWrite,
    }: Pick<ServiceChange, 'backupKey'> &
      Pick<ChangeBase, 'ifMatch'> & { work: ChangeHandle; onWrite?: (() => void) | undefined },
  ): Promise<Submitted> {
    const { db, services, serviceChanges } = this.#parts;
    const { serviceId, version, commitSha } = backup;
    const client = services.getClient(caller);
    const [then, live] = await Promise.all([
      readMetadata(client, serviceId, { version }),
      serviceChanges.readBase(caller, { serviceId, ifMatch }),
    ]);
    const isMeant =
      what.objectName === undefined ? () => true : matcher(what.collectionName, what.objectName);
    const before = filesOf(then).filter(isMeant);
    const now = filesOf(live).filter(isMeant);
    if (what.objectName !== undefined && before.length + now.length === 0) {
      throw new NotFoundError(`There is no "${what.objectName}" in this backup.`);
    }
    refuseSeveral(what, [...before, ...now]);
    const isWhole = what.objectName === undefined;
    const undoneVersion = isWhole ? await findUndone(db, backup, live.version) : undefined;
    const changes = changesBack(before, now);
    const written = isWhole
      ? { changes, restoredVersion: version }
      : { changes: await withContents(client, serviceId, version, changes) };
    work.signal.throwIfAborted();
    const change: ServiceChange = {
      serviceId,
      baseVersion: live.version,
      base: checksumsOf(live),
      ...written,
      message: `Restored ${what.objectName ?? 'everything'} from version ${version}`,
      commitSha,
      backupKey,
      action: 'configuration.restore',
      undoneVersion,
    };
    return serviceChanges.submit(caller, change, work.attempt, onWrite);
  }
}

function outcomeOf({ version, services }: Restored): string {
  return services.length > 1 ? `${services.length} services were restored.` : `Version ${version} is live.`;
}

async function ofService(
  db: ConfigurationParts['db'],
  caller: Caller,
  backup: BackupRecord,
  serviceId: string,
): Promise<BackupRecord[]> {
  if (backup.serviceId === serviceId) return [backup];
  const group = await listBackupsOfKey(db, caller.domainId, backup.backupKey);
  const found = group.filter((each) => each.serviceId === serviceId);
  if (found.length === 0) throw new NotFoundError(`The backup does not contain the service "${serviceId}".`);
  return found;
}

/** A service that was submitted in several steps goes back to before the first. */
function firstOfEachService(backups: readonly BackupRecord[]): BackupRecord[] {
  return backups.filter(
    ({ serviceId }, index) => backups.findIndex((each) => each.serviceId === serviceId) === index,
  );
}

const filesOf = ({ folders }: ExportedMetadata) => folders.flatMap(({ files }) => files);

/** `collection` is a folder or one above it; `object` an item's name, or its path below the collection. */
function matcher(collection: string | undefined, object: string): (file: ExportedFile) => boolean {
  return ({ folderPath, name }) => {
    const item = itemNameOf(name);
    const path = filePathOf({ folderPath, name: item });
    if (collection === undefined) return item === object || path === object;
    const isBelow = folderPath === collection || folderPath.startsWith(`${collection}/`);
    return path === `${collection}/${object}` || (isBelow && item === object);
  };
}

function refuseSeveral({ objectName }: Restore, files: readonly ExportedFile[]): void {
  if (objectName === undefined) return;
  const items = new Set(
    files.map(({ folderPath, name }) => filePathOf({ folderPath, name: itemNameOf(name) })),
  );
  if (items.size <= 1) return;
  throw new UnprocessableError(`"${objectName}" could be any of ${[...items].sort().join(', ')}.`);
}

/**
 * The first of the versions that go when a backup is restored: of its import, and of the steps of its submit after it. As if
 * they had never been imported. Undefined where someone else made a version after the import.
 */
async function findUndone(
  db: Store,
  { domainId, backupKey, serviceId, version }: BackupRecord,
  liveVersion: number,
): Promise<number | undefined> {
  const steps = (await listBackupsOfKey(db, domainId, backupKey)).filter(
    (step) => step.serviceId === serviceId && step.version >= version,
  );
  const [undone] = submittedServices(steps, await listUndosOfKey(db, domainId, backupKey)) ?? [];
  return undone?.submitted === liveVersion ? undone.before + 1 : undefined;
}
