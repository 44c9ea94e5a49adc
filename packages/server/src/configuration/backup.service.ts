import type {
  Backup,
  findTwo,
  listBackupItems,
  listBackups,
  restoreBackup,
} from '@atrium/contract/configuration/backups';
import type { EndpointAnswer, EndpointInput } from '@atrium/contract/endpoint';
import { toPagedResult } from '@atrium/contract/paging';
import { itemNameOf } from '@atrium/contract/service-api/configuration-file';
import type { ExportedFile, ExportedMetadata } from '@atrium/contract/service-api/export';
import { filesToBody } from '@atrium/contract/service-api/item-files';
import type { PlainValue } from '@atrium/contract/service-api/plain-value';
import type { People } from '../accounts/people.service.ts';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnprocessableError, ValidationError } from '../http/errors.ts';
import {
  type BackupRecord,
  findBackup,
  listBackupsOfKey,
  listBackups as listRecords,
} from './backup.repository.ts';
import type { ConfigurationParts } from './configuration.ts';
import type { CutOffImports } from './cut-off-imports.service.ts';
import { readMetadata, readSources } from './live-configuration.ts';
import type { ImportFolders, Submission, SubmissionBase, Submitting } from './submit.service.ts';
import { ONE_SERVICE_MESSAGE } from './submit.service.ts';

type Restore = EndpointInput<typeof restoreBackup>['body'];

/** The states before each import: to look at, to compare and to bring back. */
export interface Backups {
  list(
    caller: Caller,
    request: EndpointInput<typeof listBackups>['body'],
  ): Promise<EndpointAnswer<typeof listBackups>>;
  listItems(caller: Caller, id: string): Promise<EndpointAnswer<typeof listBackupItems>['items']>;
  findTwo(
    caller: Caller,
    request: EndpointInput<typeof findTwo>['body'],
  ): Promise<EndpointAnswer<typeof findTwo>>;
  /** While one of the versions `ifMatch` is live, where some are named. */
  restore(
    caller: Caller,
    id: string,
    what: Restore,
    ifMatch: readonly number[] | undefined,
  ): Promise<EndpointAnswer<typeof restoreBackup>>;
}

export function createBackups(
  parts: ConfigurationParts,
  people: People,
  submitting: Submitting,
  cutOff: CutOffImports,
): Backups {
  const { db, services } = parts;

  async function get(caller: Caller, id: string): Promise<BackupRecord & { importedVersion: number }> {
    const backup = await findBackup(db, caller.domainId, id);
    if (backup?.importedVersion === null || backup === undefined) throw new NotFoundError();
    return { ...backup, importedVersion: backup.importedVersion };
  }

  async function restoreOne(
    caller: Caller,
    backup: BackupRecord,
    what: Restore,
    { backupKey, ifMatch }: Pick<Submission, 'backupKey'> & Pick<SubmissionBase, 'ifMatch'>,
  ): Promise<{ serviceId: string; version: number }> {
    const { serviceId, version, commitSha } = backup;
    const client = services.client(caller);
    const [then, live] = await Promise.all([
      readMetadata(client, serviceId, { version }),
      submitting.readBase(caller, { serviceId, ifMatch }),
    ]);
    const isMeant =
      what.objectName === undefined ? () => true : matcher(what.collectionName, what.objectName);
    const before = filesOf(then).filter(isMeant);
    const now = filesOf(live).filter(isMeant);
    if (what.objectName !== undefined && before.length + now.length === 0) {
      throw new NotFoundError(`There is no "${what.objectName}" in this backup.`);
    }
    refuseSeveral(what, [...before, ...now]);
    // Nothing came in between, and all of it goes: as if it had never been imported.
    const isUndo = what.objectName === undefined && live.version === backup.importedVersion;
    const submitted = await submitting.submit(caller, {
      serviceId,
      baseVersion: live.version,
      folders: await changesBack(client, serviceId, version, before, now),
      message: `Restored ${what.objectName ?? 'everything'} from version ${version}`,
      commitSha,
      backupKey,
      action: 'configuration.restore',
      undoneVersion: isUndo ? live.version : undefined,
    });
    return { serviceId, version: submitted.version };
  }

  return {
    async list(caller, { page, size, serviceId }) {
      await cutOff.settle(caller.domainId);
      const { backups, total } = await listRecords(db, caller.domainId, { page, size, serviceId });
      const [names, listed] = await Promise.all([
        people.namesOf(backups.map(({ userId }) => userId)),
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
    },

    async listItems(caller, id) {
      const { serviceId, version, importedVersion } = await get(caller, id);
      const client = services.client(caller);
      const [before, after] = await Promise.all([
        readMetadata(client, serviceId, { version }),
        readMetadata(client, serviceId, { version: importedVersion }),
      ]);
      return compareItems(filesOf(before), filesOf(after));
    },

    async findTwo(caller, { backupId, collectionName, objectName }) {
      const { serviceId, version, importedVersion } = await get(caller, backupId);
      const isMeant = matcher(collectionName, objectName);
      const read = async (at: number): Promise<PlainValue> => {
        const client = services.client(caller);
        const files = filesOf(await readMetadata(client, serviceId, { version: at })).filter(isMeant);
        if (files.length === 0) return null;
        refuseSeveral({ objectName }, files);
        const sources = await readSources(client, serviceId, files, { version: at });
        const body = filesToBody(
          files.map(({ folderPath, name, filePath }) => {
            return { folderPath, name, content: contentOf(sources, filePath, at) };
          }),
        );
        return (Object.values(body)[0]?.[0] as PlainValue | undefined) ?? null;
      };
      const [before, after] = await Promise.all([read(version), read(importedVersion)]);
      if (before === null && after === null) throw new NotFoundError();
      return { before, after };
    },

    async restore(caller, id, what, ifMatch) {
      const backup = await get(caller, id);
      const wantsOne = what.serviceId !== undefined || what.objectName !== undefined;
      const all = wantsOne ? [backup] : await listBackupsOfKey(db, caller.domainId, backup.backupKey);
      const group = what.serviceId === undefined ? all : await ofService(db, caller, backup, what.serviceId);
      if (ifMatch !== undefined && group.length > 1) throw new ValidationError(ONE_SERVICE_MESSAGE);
      const restored: { serviceId: string; version: number }[] = [];
      const backupKey = parts.random.id();
      for (const each of group) restored.push(await restoreOne(caller, each, what, { backupKey, ifMatch }));
      const own = restored.find(({ serviceId }) => serviceId === backup.serviceId) ?? restored[0];
      return { version: own?.version ?? backup.version, services: restored };
    },
  };
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
  if (found.length === 0) throw new NotFoundError(`The backup does not hold the service "${serviceId}".`);
  return found;
}

const filesOf = ({ folders }: ExportedMetadata) => folders.flatMap(({ files }) => files);

/** `collection` is a folder or one above it; `object` an item's name, or its path below the collection. */
function matcher(collection: string | undefined, object: string): (file: ExportedFile) => boolean {
  return ({ folderPath, name }) => {
    const item = itemNameOf(name);
    const path = `${folderPath}/${item}`;
    if (collection === undefined) return item === object || path === object;
    const isBelow = folderPath === collection || folderPath.startsWith(`${collection}/`);
    return path === `${collection}/${object}` || (isBelow && item === object);
  };
}

function refuseSeveral({ objectName }: Restore, files: readonly ExportedFile[]): void {
  if (objectName === undefined) return;
  const items = new Set(files.map(({ folderPath, name }) => `${folderPath}/${itemNameOf(name)}`));
  if (items.size <= 1) return;
  throw new UnprocessableError(`"${objectName}" could be any of ${[...items].sort().join(', ')}.`);
}

/** Of a file that the version names: an empty text would be taken for what it held. */
function contentOf(
  sources: Awaited<ReturnType<typeof readSources>>,
  filePath: string,
  version: number,
): string {
  const source = sources.get(filePath);
  if (source === undefined) {
    throw new UnprocessableError(`The content of ${filePath} in version ${version} can no longer be read.`);
  }
  return source.content;
}

async function changesBack(
  client: Parameters<typeof readSources>[0],
  serviceId: string,
  version: number,
  before: readonly ExportedFile[],
  now: readonly ExportedFile[],
): Promise<ImportFolders> {
  const live = new Map(now.map(({ filePath, checksum }) => [filePath, checksum]));
  const changed = before.filter(({ filePath, checksum }) => live.get(filePath) !== checksum);
  const wanted = new Set(before.map(({ filePath }) => filePath));
  const sources = await readSources(client, serviceId, changed, { version });
  const folders = new Map<string, ImportFolders[number]>();
  const add = (folderPath: string, file: ImportFolders[number]['files'][number]) => {
    const folder = folders.get(folderPath) ?? { name: folderPath, files: [] };
    folders.set(folderPath, folder);
    folder.files.push(file);
  };
  for (const { folderPath, name, filePath } of changed) {
    add(folderPath, { name, action: 'merge', content: contentOf(sources, filePath, version) });
  }
  for (const { folderPath, name, filePath } of now) {
    if (!wanted.has(filePath)) add(folderPath, { name, action: 'delete' });
  }
  return [...folders.values()];
}

function compareItems(before: ExportedFile[], after: ExportedFile[]) {
  const [then, now] = [checksumsByItem(before), checksumsByItem(after)];
  return [...new Set([...then.keys(), ...now.keys()])].sort().flatMap((path) => {
    const [old, current] = [then.get(path), now.get(path)];
    if (old === current) return [];
    const cut = path.lastIndexOf('/');
    const change = old === undefined ? 'NEW' : current === undefined ? 'DELETED' : 'CHANGED';
    return [{ collectionName: path.slice(0, cut), objectName: path.slice(cut + 1), change } as const];
  });
}

function checksumsByItem(files: ExportedFile[]): Map<string, string> {
  const items = new Map<string, string>();
  for (const { folderPath, name, checksum } of files) {
    const path = `${folderPath}/${itemNameOf(name)}`;
    items.set(path, `${items.get(path) ?? ''}${name}:${checksum}\n`);
  }
  return items;
}
