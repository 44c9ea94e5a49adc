import { filesOfFolders } from '@atrium/contract/configuration/file-ref';
import type {
  listNamedVersions,
  NamedVersion,
  returnToVersion,
} from '@atrium/contract/configuration/versions';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { getVersion, listVersions } from '@atrium/contract/service-api/versions/versions';
import { NotFoundError } from '@atrium/host/errors';
import type { People } from '../../accounts/people/people.service.ts';
import type { Caller } from '../../http/caller.ts';
import { aboutService, countFiles, outcomeOfChange } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { ServiceChanges } from '../import/service-change.service.ts';
import type { ChangeBase, ServiceChange, Submitted } from '../import/service-change.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import { changesBack, withContents } from './changes-back.ts';
import { nameVersions } from './version-people.ts';

interface Parts extends ConfigurationParts {
  people: People;
  serviceChanges: ServiceChanges;
}

type Return = EndpointInput<typeof returnToVersion>['body'] & Pick<ChangeBase, 'ifMatch'>;

/** All versions of a service that are kept: to look at, and to return to. */
export class Versions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(
    caller: Caller,
    serviceId: string,
    { page, size }: EndpointInput<typeof listNamedVersions>['query'],
  ): Promise<EndpointResponse<typeof listNamedVersions>> {
    const { services } = this.#parts;
    const query = { page: String(page), size: String(size) };
    const listed = await services.getClient(caller).call(serviceId, listVersions, { query });
    const content = await nameVersions(this.#parts, caller.domainId, serviceId, listed.content);
    return { ...listed, content };
  }

  async get(caller: Caller, serviceId: string, version: number): Promise<NamedVersion> {
    const { services } = this.#parts;
    const params = { version };
    const found = await services.getClient(caller).call(serviceId, getVersion, { params });
    const [named] = await nameVersions(this.#parts, caller.domainId, serviceId, [found]);
    return named as NamedVersion;
  }

  /** Throws ConflictError if another version than `baseVersion`, or those of `ifMatch`, is live. */
  restore(
    caller: Caller,
    { serviceId, version }: { serviceId: string; version: number },
    what: Return,
    signal: AbortSignal,
  ): Promise<Submitted> {
    const { operations, services, serviceChanges } = this.#parts;
    const files = what.files && countFiles(what.files.length);
    const about = () => aboutService(services, serviceId, `${files ? `${files} of ` : ''}version ${version}`);
    const options = { id: what.progress, signal, about, outcomeOf: outcomeOfChange };
    return operations.change(caller, 'RETURN', options, async (work) => {
      const change = await this.prepare(caller, serviceId, version, what);
      work.signal.throwIfAborted();
      work.onProgress('WRITE', 0, null);
      return serviceChanges.submit(caller, change, work.attempt);
    });
  }

  /** The change that `restore` would make. Nothing is written. */
  async prepare(
    caller: Caller,
    serviceId: string,
    version: number,
    what: Omit<Return, 'progress'>,
  ): Promise<ServiceChange> {
    const change = await this.#compare(caller, serviceId, version, what);
    if (what.files === undefined) return { ...change, restoredVersion: version };
    const client = this.#parts.services.getClient(caller);
    return { ...change, changes: await withContents(client, serviceId, version, change.changes) };
  }

  async #compare(
    caller: Caller,
    serviceId: string,
    version: number,
    { baseVersion, ifMatch, files }: Omit<Return, 'progress'>,
  ): Promise<ServiceChange> {
    const { services, serviceChanges } = this.#parts;
    const client = services.getClient(caller);
    const wanted = files && new Set(files.map(filePathOf));
    const [then, live] = await Promise.all([
      readMetadata(client, serviceId, { version }),
      serviceChanges.readBase(caller, { serviceId, baseVersion, ifMatch, ...(wanted && { paths: wanted }) }),
    ]);
    const meantOf = ({ folders }: ExportedMetadata) =>
      filesOfFolders(folders).filter((file) => wanted?.has(filePathOf(file)) ?? true);
    const [before, now] = [meantOf(then), meantOf(live)];
    for (const file of [...before, ...now]) wanted?.delete(filePathOf(file));
    const [missing] = wanted ?? [];
    if (missing !== undefined)
      throw new NotFoundError(`${missing} is neither live nor in version ${version}.`);
    const what = files === undefined ? 'everything' : files.map(filePathOf).slice(0, 3).join(', ');
    return {
      serviceId,
      baseVersion: live.version,
      base: checksumsOf(live),
      changes: changesBack(before, now),
      message: `Returned ${what}${files && files.length > 3 ? ' and more' : ''} to version ${version}`,
      commitSha: null,
      backupKey: undefined,
      action: 'configuration.restore',
    };
  }
}
