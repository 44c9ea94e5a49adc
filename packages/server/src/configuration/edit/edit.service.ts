import type { EditedFile, editFiles } from '@atrium/contract/configuration/edit';
import { toFilePlace, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
import { ConflictError, UnavailableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services/services.service.ts';
import { outcomeOfChange } from '../about-service.ts';
import type { ServiceChanges } from '../import/service-change.service.ts';
import type { FileChange, ServiceChange, Submitted } from '../import/service-change.ts';
import type { Operations } from '../operations.service.ts';

/** Others submit while the edited files are read: then they are read again. */
const ATTEMPTS = 5;
const CHANGED = 'Someone else has changed what you edited.';
const OTHER_VERSION = 'The live version is not the one that If-Match names.';
const BUSY = 'Others are changing this service at the moment. Please try again.';

interface Parts {
  operations: Operations;
  services: Pick<Services, 'getClient'>;
  serviceChanges: ServiceChanges;
}

type Edit = EndpointInput<typeof editFiles>['body'] & { ifMatch?: readonly number[] | undefined };

/** Changes of single files, made where they are shown. */
export class Edits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws ConflictError with the live state if others have changed one of the files or `ifMatch` names another version. */
  submit(caller: Caller, serviceId: string, edit: Edit, signal: AbortSignal): Promise<Submitted> {
    const { operations, serviceChanges } = this.#parts;
    const options = { id: undefined, signal, outcomeOf: outcomeOfChange };
    return operations.change(caller, 'SUBMIT', options, async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        const change = await this.prepare(caller, serviceId, edit);
        try {
          return await serviceChanges.submit(caller, change, work.attempt);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          if (attempt === ATTEMPTS) throw new UnavailableError(BUSY, 1);
        }
      }
    });
  }

  /** The change that `submit` would make. Nothing is written. */
  async prepare(caller: Caller, serviceId: string, edit: Edit): Promise<ServiceChange> {
    const client = this.#parts.services.getClient(caller);
    const body = { files: edit.files.map(toSourceFileBody) };
    const { version, files } = await client.call(serviceId, exportSourceFiles, { body });
    const checksums = new Map(files.map((file) => [filePathOf(toFilePlace(file)), file.checksum]));
    refuseConflicts(edit, version, checksums);
    return {
      serviceId,
      baseVersion: version,
      changes: edit.files.map(toChange),
      message: edit.message,
      commitSha: null,
      backupKey: undefined,
      action: 'configuration.edit',
    };
  }
}

function toChange({ folderPath, name, content }: EditedFile): FileChange {
  if (content === null) return { folderPath, name, action: 'delete' };
  return { folderPath, name, action: 'remote', content };
}

function refuseConflicts(
  { files, ifMatch }: Edit,
  version: number,
  checksums: ReadonlyMap<string, string>,
): void {
  const changed = files
    .map((file) => ({ file, live: checksums.get(filePathOf(file)) ?? null }))
    .filter(({ file, live }) => live !== file.checksum);
  const isMeant = ifMatch?.includes(version) ?? true;
  if (changed.length === 0 && isMeant) return;
  const details = changed.map(({ file: { folderPath, name }, live: checksum }) => {
    return { folderPath, name, checksum };
  });
  throw new ConflictError(changed.length === 0 ? OTHER_VERSION : CHANGED, { version, files: details });
}
