import { createHash } from 'node:crypto';
import type { SubmitAction } from '@atrium/contract/audit/log-actions';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ConfigurationVersion } from '@atrium/contract/service-api/versions/version';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { AppError } from '@atrium/host/errors';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
import { fromStoredOrigin, toStoredOrigin } from '../../audit/stored-origin.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { hasBackupOf, insertDirectBackup, type OpenBackup } from '../versions/backup.repository.ts';
import { completeChange } from './change-completion.ts';
import { type DirectChange, noteDirectChangeJob } from './direct-change.job.ts';
import { firstFiles } from './service-change.service.ts';

/** Longer than a service has time to answer. */
const NOTED_LATER_MS = 2 * 60_000;
/** Versions that one user makes of one service while a call runs. */
const LISTED = 20;
const REMARK = ' (through the service API)';

interface Parts extends ConfigurationParts {
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** Versions that people make through the API of a service: backed up and logged like submissions. */
export class DirectChanges {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Called before the call is passed on. Returns undefined if the service has no versions that can be listed. */
  async begin(
    caller: Caller,
    { serviceId, path }: { serviceId: string; path: string },
  ): Promise<DirectChange | undefined> {
    const { clock, jobs, log } = this.#parts;
    const { domainId, userId } = caller;
    let after: number | undefined;
    try {
      [{ version: after } = { version: undefined }] = await this.#list(caller, serviceId, 1);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, serviceId }, 'a change through the API of a service cannot be logged');
    }
    if (after === undefined) return undefined;
    const action: SubmitAction = /restore/i.test(path) ? 'configuration.restore' : 'configuration.import';
    const change = { ...toStoredOrigin(caller), domainId, userId, serviceId, action, after };
    const startAfter = new Date(clock.now().getTime() + NOTED_LATER_MS);
    await jobs.send(noteDirectChangeJob, change, { startAfter, group: domainId });
    return change;
  }

  /** Notes the versions that the call has made, once. The job repeats what fails. */
  async tryNote(change: DirectChange): Promise<void> {
    try {
      await this.note(change);
    } catch (error) {
      const { serviceId } = change;
      this.#parts.log.warn(
        { err: error, serviceId },
        'a change through the API of a service is logged later',
      );
    }
  }

  async note(change: DirectChange): Promise<void> {
    const { db, findActor } = this.#parts;
    const { serviceId, userId, after, domainId } = change;
    // A service would fill a closed domain again.
    if ((await findActor(userId)) === undefined) return;
    const caller = {
      ...toAbsentCaller(change, ['configuration.read']),
      ...fromStoredOrigin(change),
    };
    const made = (await this.#list(caller, serviceId, LISTED))
      .filter(({ version, author }) => version > after && author === userId)
      .toReversed();
    for (const each of made) {
      const { version, parent } = each;
      if (parent === null) continue;
      // The platform's own submissions are logged by their process.
      if (await hasBackupOf(db, { domainId, serviceId, version, base: parent })) continue;
      const backup = await this.#toBackup(caller, change, { ...each, parent });
      await insertDirectBackup(db, backup);
      await completeChange(this.#parts, backup, version, undefined, REMARK);
    }
  }

  async #list(caller: Caller, serviceId: string, size: number): Promise<ConfigurationVersion[]> {
    const query = { page: '0', size: String(size) };
    const client = this.#parts.services.getClient(caller);
    return (await client.call(serviceId, listVersions, { query })).content;
  }

  async #toBackup(
    caller: Caller,
    { after: _, ...origin }: DirectChange,
    { version, parent, message, commitSha }: ConfigurationVersion & { parent: number },
  ): Promise<OpenBackup> {
    const { services, clock } = this.#parts;
    const { serviceId, domainId } = origin;
    const params = { from: parent, to: version };
    const { files } = await services.getClient(caller).call(serviceId, diffVersions, { params });
    const id = idOf([domainId, serviceId, String(version)]);
    return {
      ...origin,
      id,
      backupKey: id,
      createdOn: clock.now(),
      message,
      commitSha,
      version: parent,
      importedVersion: null,
      pullId: null,
      files: firstFiles(files.map((file) => `${filePathOf(file)}: ${ACTIONS[file.type]}`)),
      leftOut: [],
      undoneVersion: null,
      submissionId: null,
    };
  }
}

const ACTIONS = { NEW: 'remote', CHANGED: 'remote', DELETED: 'delete' } as const;

/** The same id for the same version, so that it is noted once. */
function idOf(names: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
